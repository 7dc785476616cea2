import type { ProductSummary } from "#app/features/catalogue/product.ts";

type Offer = Pick<ProductSummary, "priceCents" | "discountPriceCents" | "amount" | "isSoldOut">;

/**
 * Returns the current offer for a product and size: that of the size, or of the product without sizes. Null if it is
 * no longer for sale; "needs size" if the product now has sizes and the line has none.
 */
export function offerOf(product: ProductSummary, size: { id: number } | null): Offer | "needs size" | null {
  if (size) return product.sizes.find(({ id }) => id === size.id) ?? null;
  return product.sizes.length > 0 ? "needs size" : product;
}
