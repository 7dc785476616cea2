import { ALLERGEN_NAMES, STORAGE } from "./facts.ts";
import type { Narrowing, Sort } from "./narrowing.ts";

export const SORT_NAMES: Record<Sort, string> = {
  price: "Price",
  "unit-price": "Price per unit",
  newest: "Newest",
  name: "Name",
};

/** An active filter: its label, and the filters without it. */
export interface Choice {
  name: string;
  without: Narrowing;
}

/** Returns the active sort order and filters, in the order of the panel. */
export function choicesOf(narrowing: Narrowing): Choice[] {
  const { sort, isAvailable, isOnOffer, storage, freeOf, sizes } = narrowing;
  return [
    ...(sort === null
      ? []
      : [{ name: `Sorted: ${SORT_NAMES[sort]}`, without: { ...narrowing, sort: null } }]),
    ...(isAvailable ? [{ name: "Can be bought now", without: { ...narrowing, isAvailable: false } }] : []),
    ...(isOnOffer ? [{ name: "On offer", without: { ...narrowing, isOnOffer: false } }] : []),
    ...storage.map((kind) => ({
      name: STORAGE[kind],
      without: { ...narrowing, storage: storage.filter((each) => each !== kind) },
    })),
    ...freeOf.map((allergen) => ({
      name: `Free of ${ALLERGEN_NAMES[allergen]}`,
      without: { ...narrowing, freeOf: freeOf.filter((each) => each !== allergen) },
    })),
    ...sizes.map((size) => ({
      name: `Size ${size}`,
      without: { ...narrowing, sizes: sizes.filter((each) => each !== size) },
    })),
  ];
}
