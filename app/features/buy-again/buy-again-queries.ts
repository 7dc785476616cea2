import type { ProductSummary } from "#app/features/catalog/product.ts";
import { listProductsByIds } from "#app/features/catalog/product-queries.ts";
import type { ProductSize } from "#app/features/catalog/product-size.ts";
import { translateSummaries } from "#app/features/translations/translated-products.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { releaseSpace, reserveSpace } from "./reserved-space.ts";

const results = new Map<string, Promise<BuyAgainItem[]>>();

/**
 * Returns the products that the logged-in customer buys most often; an empty list if they cannot be read, because pages
 * work without them.
 */
export function readBuyAgain(userId: string): Promise<BuyAgainItem[]> {
  const result = listBuyAgain(getBrowserData(), userId).then(
    (buyAgain) => {
      reserveSpace(userId, buyAgain.length > 0);
      return buyAgain;
    },
    (error: unknown) => {
      console.error(error);
      releaseSpace();
      return [];
    },
  );
  results.set(userId, result);
  return result;
}

/** Returns the last result; reads it only if there is none yet. */
export function cachedBuyAgain(userId: string): Promise<BuyAgainItem[]> {
  return results.get(userId) ?? readBuyAgain(userId);
}

/** Clears the cached results. */
export function dropBuyAgain(): void {
  results.clear();
}

async function listBuyAgain(data: BrowserData, userId: string): Promise<BuyAgainItem[]> {
  // The stored session may have expired.
  const session = await data.readSession();
  if (session !== "unknown" && session?.user.id !== userId) return [];
  return readWithRetries(["buy-again", userId], async () => {
    const rows: { product_id: number; size_id: number | null }[] = rowsOf(await data.rest.rpc("list_buy_again")) ?? [];
    if (rows.length === 0) return [];
    const ids = [...new Set(rows.map(({ product_id }) => product_id))];
    const products = await listProductsByIds(data.rest, ids);
    return buyAgainFromRows(rows, await inPageLanguage(data.rest, products, translateSummaries));
  });
}

/** A product, and its size if the customer always buys the same one. */
export type BuyAgainItem = { product: ProductSummary; size: ProductSize | null };

/** Returns buy-again items with current product data; leaves out products and sizes no longer for sale. */
export function buyAgainFromRows(
  rows: readonly { product_id: number; size_id: number | null }[],
  products: readonly ProductSummary[],
): BuyAgainItem[] {
  const forSale = new Map(products.map((product) => [product.id, product]));
  return rows.flatMap(({ product_id, size_id }): BuyAgainItem[] => {
    const product = forSale.get(product_id);
    if (!product) return [];
    if (size_id === null) return [{ product, size: null }];
    const size = product.sizes.find(({ id }) => id === size_id);
    return size ? [{ product, size }] : [];
  });
}

/** Returns the product data for a card, with the price and measurement of the size. */
export function cardOf({ product, size }: BuyAgainItem): ProductSummary {
  if (!size) return product;
  const { label, priceCents, discountPriceCents, amount, isSoldOut } = size;
  return { ...product, size: label, sizes: [], priceCents, discountPriceCents, amount, isSoldOut };
}
