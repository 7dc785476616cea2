import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";

const COLUMNS = "id, product_id, category, percent, price, starts_at, ends_at, products(name)";

/** Offer row: for a product or a category, with a percentage or a price in dollars. */
export type Offer = SelectedRow<"offers", typeof COLUMNS>;

/** Returns running and scheduled offers, the earliest end first, and ended offers, the latest first. */
export async function listOffers(data: BrowserData): Promise<{ open: Offer[]; over: Offer[] }> {
  const read = (isOpen: boolean) =>
    readWithRetries(["offers", isOpen], async () => {
      // The database resolves "now" by its own clock.
      const all = data.rest.from("offers").select(COLUMNS);
      const some = isOpen ? all.gt("ends_at", "now") : all.lte("ends_at", "now");
      return rowsOf(await some.order("ends_at", { ascending: isOpen }).limit(isOpen ? 500 : 20));
    });
  const [open, over] = await Promise.all([read(true), read(false)]);
  return { open: open ?? [], over: over ?? [] };
}

export type OfferedProduct = { id: number; name: string };

/** Product with its regular price. */
export interface PricedProduct extends OfferedProduct {
  priceCents: number;
}

/** Returns the visible products with these ids, by name. */
export async function listPricedProducts(data: BrowserData, ids: readonly number[]): Promise<PricedProduct[]> {
  if (ids.length === 0) return [];
  const rows = await readRows(["priced", ...ids], () =>
    data.rest
      .from("products")
      .select("id, name, price")
      .in("id", [...ids])
      .is("archived_at", null)
      .order("name"),
  );
  return rows.map((row) => camelCased(row, "price"));
}
