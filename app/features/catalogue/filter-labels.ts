import { ALLERGEN_NAMES, STORAGE } from "./product-attributes.ts";
import type { ProductFilters, Sort } from "./product-filters.ts";

export const SORT_NAMES: Record<Sort, string> = {
  price: "Price",
  "unit-price": "Price per unit",
  newest: "Newest",
  name: "Name",
};

/** An active filter: its label, and the filters without it. */
export interface Choice {
  name: string;
  without: ProductFilters;
}

/** Returns the active sort order and filters, in the order of the panel. */
export function choicesOf(filters: ProductFilters): Choice[] {
  const { sort, isAvailable, isOnOffer, isSnapEligible, storage, freeOf, sizes } = filters;
  return [
    ...(sort === null ? [] : [{ name: `Sorted: ${SORT_NAMES[sort]}`, without: { ...filters, sort: null } }]),
    ...(isAvailable ? [{ name: "In stock", without: { ...filters, isAvailable: false } }] : []),
    ...(isOnOffer ? [{ name: "On sale", without: { ...filters, isOnOffer: false } }] : []),
    ...(isSnapEligible ? [{ name: "SNAP eligible", without: { ...filters, isSnapEligible: false } }] : []),
    ...storage.map((kind) => ({
      name: STORAGE[kind],
      without: { ...filters, storage: storage.filter((each) => each !== kind) },
    })),
    ...freeOf.map((allergen) => ({
      name: `Free of ${ALLERGEN_NAMES[allergen]}`,
      without: { ...filters, freeOf: freeOf.filter((each) => each !== allergen) },
    })),
    ...sizes.map((size) => ({
      name: `Size ${size}`,
      without: { ...filters, sizes: sizes.filter((each) => each !== size) },
    })),
  ];
}
