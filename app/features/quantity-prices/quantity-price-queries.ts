import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

const COLUMNS = "id, product_id, size_id, pieces, price, starts_at, ends_at, products(name), product_sizes(label)";

/** A price by quantity as the database has it, in dollars. */
export type QuantityPriceEntry = SelectedRow<"quantity_prices", typeof COLUMNS>;

/** Those that run or are still to come, the next end first. */
export async function listQuantityPrices(data: BrowserData): Promise<QuantityPriceEntry[]> {
  const rows = await readWithRetries(["quantity-prices"], async () =>
    // "now" is the database's own.
    rowsOf(await data.rest.from("quantity_prices").select(COLUMNS).gt("ends_at", "now").order("ends_at").limit(500)),
  );
  return rows ?? [];
}
