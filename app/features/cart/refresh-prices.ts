import { currentPriceCents } from "#app/features/catalogue/product.ts";
import { listProductsByIds } from "#app/features/catalogue/read-catalogue.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries } from "#app/platform/query-cache.ts";
import type { CurrentPrice } from "./cart-changes.ts";

/** What the catalogue says now of these products; null for what is no longer for sale. */
export async function readCurrentPrices(ids: readonly number[]): Promise<CurrentPrice[]> {
  const products = await readWithRetries(["cart-prices", ...ids], () =>
    listProductsByIds(getBrowserData().rest, ids),
  );
  const prices = new Map(products.map((product) => [product.id, currentPriceCents(product)]));
  return ids.map((id) => ({ id, priceCents: prices.get(id) ?? null }));
}
