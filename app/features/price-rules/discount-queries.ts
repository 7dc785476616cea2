import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

const COLUMNS =
  "id, code, percent, amount, min_subtotal, categories, valid_from, valid_until, once_per_person, max_uses, used_count";

/** A discount code as the owner edits it; money in dollars, as in the database. */
export type DiscountCode = SelectedRow<"discount_codes", typeof COLUMNS>;

/** Lists discount codes, latest first. */
export function listDiscountCodes(data: BrowserData): Promise<DiscountCode[]> {
  return readRows(["discount-codes"], () =>
    data.rest.from("discount_codes").select(COLUMNS).order("id", { ascending: false }).limit(500),
  );
}
