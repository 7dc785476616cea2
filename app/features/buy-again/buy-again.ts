import type { ProductSummary } from "#app/features/catalog/product.ts";
import type { ProductSize } from "#app/features/catalog/product-size.ts";

/** A product, and its size if the customer always buys the same one. */
export interface BuyAgainItem {
  product: ProductSummary;
  size: ProductSize | null;
}

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
