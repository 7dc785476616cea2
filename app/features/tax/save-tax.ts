import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { checkWrite } from "#app/platform/changed-rows.ts";
import type { TaxException, TaxRate } from "./tax-queries.ts";

const STILL_USED = "23503";
const TAKEN = "23505";
const NOT_FOUND = "PT404";

/** @param messages by the code of the database's error */
function checkChange(answer: Parameters<typeof checkWrite>[0] & { data?: unknown }, messages?: Record<string, string>) {
  checkWrite(answer, messages);
  // Row-level security hides rows instead of rejecting a write to them.
  if (Array.isArray(answer.data) && answer.data.length === 0)
    throw new Error(t("It no longer exists, so nothing changed. Reload the page."));
}

/** Saves a rate. It replaces another rate of the same class and day. */
export async function saveRate({ rest }: BrowserData, rate: TaxRate): Promise<void> {
  const row = { class_id: rate.classId, valid_from: rate.validFrom, percent: rate.percent };
  checkChange(await rest.from("tax_rates").upsert(row));
}

export async function removeRate({ rest }: BrowserData, rate: TaxRate): Promise<void> {
  checkChange(
    await rest
      .from("tax_rates")
      .delete()
      .eq("class_id", rate.classId)
      .eq("valid_from", rate.validFrom)
      .select("class_id"),
  );
}

export async function addClass({ rest }: BrowserData, title: string): Promise<void> {
  checkChange(await rest.from("tax_classes").insert({ title }), {
    [TAKEN]: t("A class with this name already exists."),
  });
}

export async function removeClass({ rest }: BrowserData, id: number): Promise<void> {
  checkChange(await rest.from("tax_classes").delete().eq("id", id).select("id"), {
    [STILL_USED]: t("This class is still in use. Reassign its products first."),
  });
}

export async function classifyCategory({ rest }: BrowserData, category: string, classId: number): Promise<void> {
  checkChange(
    await rest
      .from("category_tax_classes")
      .update({ class_id: classId })
      .eq("category", category as never)
      .select("category"),
  );
}

/** @param classId null if delivery is not taxed */
export async function classifyDelivery({ rest }: BrowserData, classId: number | null): Promise<void> {
  checkChange(await rest.from("store_settings").update({ delivery_tax_class_id: classId }).eq("id", true).select("id"));
}

export async function saveException(
  { rest }: BrowserData,
  { productId, classId, isDraft }: Omit<TaxException, "name">,
): Promise<void> {
  const row = { product_id: productId, class_id: classId, is_draft: isDraft };
  checkChange(await rest.from("tax_exceptions").upsert(row));
}

export async function removeException({ rest }: BrowserData, productId: number): Promise<void> {
  checkChange(await rest.from("tax_exceptions").delete().eq("product_id", productId).select("product_id"));
}

/** Exempts the account with this email address. */
export async function saveExemption({ rest }: BrowserData, email: string, certificate: string): Promise<void> {
  checkChange(await rest.rpc("set_tax_exemption", { email, certificate }), {
    [NOT_FOUND]: t("No account has this email address."),
  });
}

export async function removeExemption({ rest }: BrowserData, userId: string): Promise<void> {
  checkChange(await rest.from("tax_exemptions").delete().eq("user_id", userId).select("user_id"));
}
