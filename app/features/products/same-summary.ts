import type { ProductSummary } from "#app/features/catalogue/product.ts";

/** Returns whether both products have identical cards. */
export function isSameSummary(one: ProductSummary, other: ProductSummary): boolean {
  return (
    one.id === other.id &&
    one.name === other.name &&
    one.size === other.size &&
    one.priceCents === other.priceCents &&
    one.discountPriceCents === other.discountPriceCents &&
    one.image === other.image &&
    one.isSoldOut === other.isSoldOut &&
    one.storage === other.storage &&
    JSON.stringify([one.amount, one.sizes]) === JSON.stringify([other.amount, other.sizes])
  );
}
