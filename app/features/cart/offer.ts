import type { ProductTeaser } from "#app/features/catalogue/product.ts";

type Offer = Pick<ProductTeaser, "priceCents" | "discountPriceCents" | "amount" | "isSoldOut">;

/**
 * What a line of this product and size is bought at now: the size, or the product itself where it has none. Null
 * when that is no longer for sale; "needs size" when the product comes in sizes by now and the line has none.
 */
export function offerOf(product: ProductTeaser, size: { id: number } | null): Offer | "needs size" | null {
  if (size) return product.sizes.find(({ id }) => id === size.id) ?? null;
  return product.sizes.length > 0 ? "needs size" : product;
}
