import type { ChoiceGroup } from "#app/features/catalog/choice-groups.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import type { ProductSize } from "#app/features/catalog/product-size.ts";

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

/** Required choice of how meat is cut. */
export const CUT: ChoiceGroup = {
  id: 1,
  name: "Cut",
  isMultiple: false,
  isRequired: true,
  choices: [
    { id: 11, label: "whole", priceCents: 0, isDefault: false },
    { id: 12, label: "small pieces", priceCents: 150, isDefault: false },
  ],
};

/** Returns a size of $10, of which any number is left. */
export const aProductSize = (chosen: Partial<ProductSize> = {}): ProductSize => ({
  id: 1,
  label: "M",
  priceCents: 1000,
  discountPriceCents: null,
  amount: null,
  isSoldOut: false,
  ...chosen,
});
