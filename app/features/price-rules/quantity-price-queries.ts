import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

const COLUMNS = "id, product_id, size_id, pieces, price, starts_at, ends_at, products(name), product_sizes(label)";

/** Price by quantity as stored in the database, in dollars. */
export type QuantityPriceEntry = SelectedRow<"quantity_prices", typeof COLUMNS>;

/** Returns running and scheduled prices, the earliest end first. */
export function listQuantityPrices(data: BrowserData): Promise<QuantityPriceEntry[]> {
  return readRows(["quantity-prices"], () =>
    data.rest.from("quantity_prices").select(COLUMNS).gt("ends_at", "now").order("ends_at").limit(500),
  );
}
