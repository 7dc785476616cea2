import type { ProductSummary } from "#app/features/catalog/product.ts";

/** Returns a product of $10 without sizes. */
export function aProductSummary(chosen: Partial<ProductSummary> = {}): ProductSummary {
  return {
    id: 7,
    prefix: "grains",
    name: "Rice",
    size: "",
    priceCents: 1000,
    discountPriceCents: null,
    image: "",
    isSoldOut: false,
    isSnapEligible: false,
    amount: null,
    storage: null,
    sizes: [],
    quantityPrices: [],
    choiceGroups: [],
    addedCents: 0,
    ...chosen,
  };
}
