import { currentPriceCents, type ProductTeaser, productPath } from "#app/features/catalogue/product.ts";
import { listProductsByIds } from "#app/features/catalogue/read-catalogue.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries } from "#app/platform/reads.ts";
import type { CurrentProduct } from "./cart-changes.ts";

/** What the catalogue says now of these products. Counts are the shopkeeper's; only an order tells them. */
export async function readCurrentProducts(ids: readonly number[]): Promise<CurrentProduct[]> {
  const products = new Map((await readProducts(ids)).map((product) => [product.id, product]));
  return ids.map((id) => {
    const product = products.get(id);
    return {
      id,
      path: product ? productPath(product) : null,
      priceCents: product ? currentPriceCents(product) : null,
      isSoldOut: product?.isSoldOut ?? false,
      quantityLeft: null,
    };
  });
}

/** Those of the products that are still for sale. */
export function readProducts(ids: readonly number[]): Promise<ProductTeaser[]> {
  return readWithRetries(["cart-products", ...ids], () => listProductsByIds(getBrowserData().rest, ids));
}
