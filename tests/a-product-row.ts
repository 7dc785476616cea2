import type { ProductRow } from "#app/features/catalog/product.ts";
import { PRODUCT_FIELDS, type TextColumn } from "#app/features/catalog/product-fields.ts";
import { keysOf, objectOf } from "#app/values/typed-object.ts";

type TextName = (typeof PRODUCT_FIELDS)[TextColumn]["text"]["property"];

const noTexts: Record<TextName, string> = objectOf(
  keysOf(PRODUCT_FIELDS).flatMap((column) => {
    const field = PRODUCT_FIELDS[column];
    return "text" in field ? [[field.text.property, ""] as const] : [];
  }),
);

/** Returns a product's row for tests; what is not given is empty or unknown. */
export function aProductRow(given: Partial<ProductRow> = {}): ProductRow {
  return {
    ...noTexts,
    id: 42,
    prefix: "condiments",
    price: 9.99,
    discount_price: null,
    image: "",
    imageAlt: "",
    secondImage: null,
    secondImageAlt: "",
    isSoldOut: false,
    isSnapEligible: false,
    few_left: null,
    snap: null,
    availability: "available",
    amount: null,
    unit: null,
    storage: null,
    sizes: [],
    choice_groups: [],
    quantity_prices: [],
    pounds_each: null,
    weight_tolerance: 10,
    contains: [],
    mayContain: [],
    heatLevel: null,
    ...given,
  };
}
