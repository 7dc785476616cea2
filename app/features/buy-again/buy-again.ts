import type { ProductSummary } from "#app/features/catalogue/product.ts";
import type { ProductSize } from "#app/features/catalogue/product-size.ts";

/** A product, in the size that is bought where it is always the same. */
export interface BuyAgainItem {
  product: ProductSummary;
  size: ProductSize | null;
}

/** Returns the current offers of a list of products and sizes, without those no longer for sale. */
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

/** Returns the product as its card shows it, with the price and amount of the size. */
export function cardOf({ product, size }: BuyAgainItem): ProductSummary {
  if (!size) return product;
  const { label, priceCents, discountPriceCents, amount, isSoldOut } = size;
  return { ...product, size: label, sizes: [], priceCents, discountPriceCents, amount, isSoldOut };
}
