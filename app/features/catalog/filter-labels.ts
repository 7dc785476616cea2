import { t } from "#app/messages/t.ts";
import type { FilterCounts } from "./filter-queries.ts";
import { ALLERGEN_NAMES, STORAGE } from "./product-attributes.ts";
import type { ProductFilters, Sort } from "./product-filters.ts";

export const SORT_NAMES: Record<Sort, () => string> = {
  price: () => t("Price"),
  "unit-price": () => t("Price per unit"),
  newest: () => t("Newest"),
  name: () => t("Name"),
};

/** An active filter: its label, and the filters without it. */
export type Choice = { name: string; without: ProductFilters };

/** Returns the active sort order and filters, in the order of the panel. */
export function choicesOf(filters: ProductFilters, sizeNames: FilterCounts["sizeNames"] = {}): Choice[] {
  const { sort, isAvailable, isOnOffer, isSnapEligible, storage, freeOf, sizes } = filters;
  return [
    ...(sort === null
      ? []
      : [{ name: t("Sorted: {order}", { order: SORT_NAMES[sort]() }), without: { ...filters, sort: null } }]),
    ...(isAvailable ? [{ name: t("In stock"), without: { ...filters, isAvailable: false } }] : []),
    ...(isOnOffer ? [{ name: t("On sale"), without: { ...filters, isOnOffer: false } }] : []),
    ...(isSnapEligible ? [{ name: t("SNAP eligible"), without: { ...filters, isSnapEligible: false } }] : []),
    ...storage.map((kind) => ({
      name: STORAGE[kind](),
      without: { ...filters, storage: storage.filter((each) => each !== kind) },
    })),
    ...freeOf.map((allergen) => ({
      name: t("Free of {allergen}", { allergen: ALLERGEN_NAMES[allergen]() }),
      without: { ...filters, freeOf: freeOf.filter((each) => each !== allergen) },
    })),
    ...sizes.map((size) => ({
      name: t("Size {size}", { size: sizeNames[size] ?? size }),
      without: { ...filters, sizes: sizes.filter((each) => each !== size) },
    })),
  ];
}
