import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { TaxException, TaxRate } from "./tax-queries.ts";

/** PostgREST's response to a write. */
interface WriteResult {
  data?: unknown;
  error: { code?: string; message: string } | null;
}

const STILL_USED = "23503";
const TAKEN = "23505";
const NOT_FOUND = "PT404";

/**
 * @returns the error message, or null on success
 * @throws unexpected errors
 */
function rejectionOf({ data, error }: WriteResult, words: Record<string, string> = {}): string | null {
  // Row-level security hides rows instead of rejecting a write to them.
  if (!error)
    return Array.isArray(data) && data.length === 0
      ? t("It no longer exists, so nothing changed. Reload the page.")
      : null;
  const known = words[error.code ?? ""];
  if (known) return known;
  throw new Error(error.message, { cause: error });
}

/** Saves a rate. It replaces another rate of the same class and day. */
export async function saveRate({ rest }: BrowserData, rate: TaxRate): Promise<string | null> {
  const row = { class_id: rate.classId, valid_from: rate.validFrom, percent: rate.percent };
  return rejectionOf(await rest.from("tax_rates").upsert(row));
}

export async function removeRate({ rest }: BrowserData, rate: TaxRate): Promise<string | null> {
  return rejectionOf(
    await rest
      .from("tax_rates")
      .delete()
      .eq("class_id", rate.classId)
      .eq("valid_from", rate.validFrom)
      .select("class_id"),
  );
}

export async function addClass({ rest }: BrowserData, title: string): Promise<string | null> {
  return rejectionOf(await rest.from("tax_classes").insert({ title }), {
    [TAKEN]: t("A class with this name already exists."),
  });
}

export async function removeClass({ rest }: BrowserData, id: number): Promise<string | null> {
  return rejectionOf(await rest.from("tax_classes").delete().eq("id", id).select("id"), {
    [STILL_USED]: t("This class is still in use. Reassign its products first."),
  });
}

export async function classifyCategory(
  { rest }: BrowserData,
  category: string,
  classId: number,
): Promise<string | null> {
  return rejectionOf(
    await rest
      .from("category_tax_classes")
      .update({ class_id: classId })
      .eq("category", category as never)
      .select("category"),
  );
}

/** @param classId null if delivery is not taxed */
export async function classifyDelivery({ rest }: BrowserData, classId: number | null): Promise<string | null> {
  return rejectionOf(
    await rest.from("store_settings").update({ delivery_tax_class_id: classId }).eq("id", true).select("id"),
  );
}

export async function saveException(
  { rest }: BrowserData,
  { productId, classId, isDraft }: Omit<TaxException, "name">,
): Promise<string | null> {
  const row = { product_id: productId, class_id: classId, is_draft: isDraft };
  return rejectionOf(await rest.from("tax_exceptions").upsert(row));
}

export async function removeException({ rest }: BrowserData, productId: number): Promise<string | null> {
  return rejectionOf(await rest.from("tax_exceptions").delete().eq("product_id", productId).select("product_id"));
}

/** Exempts the account with this email address. */
export async function saveExemption({ rest }: BrowserData, email: string, certificate: string): Promise<string | null> {
  return rejectionOf(await rest.rpc("set_tax_exemption", { email, certificate }), {
    [NOT_FOUND]: t("No account has this email address."),
  });
}

export async function removeExemption({ rest }: BrowserData, userId: string): Promise<string | null> {
  return rejectionOf(await rest.from("tax_exemptions").delete().eq("user_id", userId).select("user_id"));
}
