import { expect, test } from "vitest";
import { formOf } from "#tests/form-of.ts";
import {
  draftProblems,
  explainRejection,
  type ProductDraft,
  productDraftRow,
  readProductDraft,
} from "./product-draft.ts";
import { readTexts, textColumns } from "./product-texts.ts";
import { countTyped } from "./size-draft.ts";

const NO_ATTRIBUTES = {
  ...readTexts(() => ""),
  storage: null,
  amountText: "",
  amount: null,
  heatLevel: null,
  snap: null,
  sizes: [],
  isWeighed: false,
  poundsEach: null,
  toleranceText: "",
  groupIds: [],
  contains: [],
  mayContain: [],
  item: { sku: "", barcode: "", vendor: "", weight: "" },
};
const PRICE = { priceCents: 1499, priceText: "14.99" };
const AVAILABLE = { availability: "available", stockCount: null } as const;
const read = (typed: Record<string, string>) => readProductDraft(formOf(typed));

function aDraft(chosen: Partial<ProductDraft> = {}): ProductDraft {
  const product = { ...NO_ATTRIBUTES, ...PRICE, ...AVAILABLE, name: "Red Palm Oil", size: "1 l" };
  return { ...product, discountPriceCents: null, discountPriceText: "", ...chosen };
}

test("form values are parsed into cents and trimmed texts", () => {
  const texts = { description: "Deep red.\nFor stews.", size: "33.8 fl oz" };
  const prices = { price: "14.99", discount_price: "12.5" };
  expect(read({ name: " Red Palm Oil ", description_header: "From Benin", ...texts, ...prices })).toEqual({
    ...NO_ATTRIBUTES,
    ...texts,
    ...PRICE,
    ...AVAILABLE,
    name: "Red Palm Oil",
    descriptionHeader: "From Benin",
    discountPriceCents: 1250,
    discountPriceText: "12.5",
  });
});

test("attributes from the package are parsed, each allergen once", () => {
  const texts = { also_called: "shitor", storage: "frozen", origin: "Ghana", ingredients: "Oil, chili, dried fish" };
  const allergens = { allergen_fish: "contains", allergen_peanut: "may_contain", allergen_milk: "" };
  const draft = read({ name: "Shito", price: "4", ...texts, ...allergens, heat_level: "3", amount: "500 g" });
  expect(draftProblems(draft)).toEqual({});
  const row = { contains: ["fish"], may_contain: ["peanut"], heat_level: 3, amount: 17.637, unit: "oz" };
  expect(productDraftRow(draft)).toMatchObject({ ...texts, ...row });
});

test("an invalid weight or tolerance is an error at its field", () => {
  const weighed = (pounds_each: string, weight_tolerance: string) =>
    read({ sold_by: "weight", pounds_each, weight_tolerance });
  expect(productDraftRow(weighed("4,5 lb", "5"))).toMatchObject({ pounds_each: 4.5, weight_tolerance: 5 });
  expect(draftProblems(weighed("0", "51"))).toMatchObject({
    pounds_each: "Enter a weight in pounds, such as 5 or 0.5.",
    weight_tolerance: "Enter a whole number of percent from 0 to 50.",
  });
});

test("SNAP EBT follows the category unless the product says yes or no", () => {
  const snapOf = (snap: string) => productDraftRow(read({ snap })).snap;
  expect(["", "yes", "no", "maybe"].map(snapOf)).toEqual([null, "yes", "no", null]);
});

test("an invalid amount is an error at its field", () => {
  expect(draftProblems(read({ amount: "plenty" }))).toMatchObject({
    amount: "Enter an amount such as 20 lb, 500 g, or 6 ct.",
  });
});

test("an empty discount is null, and so is an empty price, which the database rejects", () => {
  expect(productDraftRow(read({}))).toEqual({
    ...textColumns(NO_ATTRIBUTES),
    price: null,
    discount_price: null,
    availability: "available",
    storage: null,
    contains: [],
    may_contain: [],
    heat_level: null,
    amount: null,
    unit: null,
    pounds_each: null,
    weight_tolerance: 10,
    snap: null,
  });
});

test("only a counted product has a count, and it is a whole number", () => {
  const typed = (availability: string, stock_count: string) => {
    const draft = read({ availability, stock_count });
    return [draft.availability, draft.stockCount];
  };
  expect(typed("counted", "12")).toEqual(["counted", 12]);
  expect(typed("sold_out", "12")).toEqual(["sold_out", null]);
  expect(typed("plenty", "12")).toEqual(["available", null]);
  expect(["0", " 7 "].map(countTyped)).toEqual([0, 7]);
  for (const wrong of ["", "-1", "1.5", "many", "1000001"]) expect(countTyped(wrong)).toBeNull();
});

test.each([
  [{ discountPriceCents: 1499 }, { discount_price: "The discount price must be below the price." }],
  [{ name: "" }, { name: "The item needs a name." }],
  [{ priceCents: -1 }, { price: "A price cannot be negative." }],
  [{ size: "x".repeat(101) }, { size: "The size is longer than 100 characters." }],
  [{ priceText: "", priceCents: null }, { price: "The item needs a price." }],
  [{ isWeighed: true }, { pounds_each: "Enter a weight in pounds, such as 5 or 0.5." }],
  [
    { name: "", priceText: "", priceCents: null },
    { name: "The item needs a name.", price: "The item needs a price." },
  ],
] as const)("the form with %o shows %o at its fields", (chosen, problems) => {
  expect(draftProblems(aDraft(chosen))).toEqual(problems);
});

test.each([
  ["23514", "Some values are not valid. Check the form."],
  ["23502", "Some values are not valid. Check the form."],
  ["22003", "The price is too large."],
  ["42501", "Only admins can change products. Log in again."],
  ["PGRST303", "Only admins can change products. Log in again."],
  ["", "We couldn't reach the store. Try again."],
] as const)("the database error %s is explained as: %s", (code, message) => {
  expect(explainRejection(code)).toBe(message);
});
