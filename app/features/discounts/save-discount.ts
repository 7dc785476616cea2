import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import type { DiscountRow } from "./discount-draft.ts";

const IS_THERE_ALREADY = "23505";
const IS_IN_USE = "23503";

/**
 * Creates or updates a code; existing orders keep their price.
 * @returns the message on failure, null on success
 */
export async function saveDiscountCode(data: BrowserData, id: number | null, row: DiscountRow): Promise<string | null> {
  const table = data.rest.from("discount_codes");
  const { data: saved, error } = await (id === null
    ? table.insert(row).select("id")
    : table.update(row).eq("id", id).select("id"));
  if (error?.code === IS_THERE_ALREADY) return t("The code {code} already exists.", { code: row.code });
  if (error) throw new Error(error.message, { cause: error });
  return saved.length > 0 ? null : t("This code no longer exists. Reload the page.");
}

/** @returns the message on failure, null on success */
export async function removeDiscountCode(data: BrowserData, id: number): Promise<string | null> {
  const answer = await data.rest.from("discount_codes").delete().eq("id", id).select("id");
  if (answer.error?.code === IS_IN_USE)
    return t("Orders use this code, so you can't delete it. Set a last day instead.");
  changedRows(answer, t("This code"));
  return null;
}
