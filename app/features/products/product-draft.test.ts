import { expect, test } from "vitest";
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
  isWeighed: false,
  poundsEach: null,
  toleranceText: "",
  snap: null,
  sizes: [],
  item: { sku: "", barcode: "", vendor: "", weight: "" },
  groupIds: [],
  contains: [],
  mayContain: [],
  heatLevel: null,
};

function aDraft(chosen: Partial<ProductDraft> = {}): ProductDraft {
  return {
    ...NO_ATTRIBUTES,
    name: "Red Palm Oil",
    size: "1 l",
    priceCents: 1499,
    priceText: "14.99",
    discountPriceCents: null,
    discountPriceText: "",
    availability: "available",
    stockCount: null,
    ...chosen,
  };
}

test("form values are parsed into cents and trimmed texts", () => {
  const form = new FormData();
  const typed = {
    name: " Red Palm Oil ",
    description_header: "From Benin",
    description: "Deep red.\nFor stews.",
    size: "33.8 fl oz",
    price: "14.99",
    discount_price: "12.5",
  };
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  expect(readProductDraft(form)).toEqual({
    ...NO_ATTRIBUTES,
    name: "Red Palm Oil",
    descriptionHeader: "From Benin",
    description: "Deep red.\nFor stews.",
    size: "33.8 fl oz",
    priceCents: 1499,
    priceText: "14.99",
    discountPriceCents: 1250,
    discountPriceText: "12.5",
    availability: "available",
    stockCount: null,
  });
});

test("attributes from the package are parsed, each allergen once", () => {
  const form = new FormData();
  const typed = {
    name: "Shito",
    price: "4",
    also_called: "shitor",
    storage: "frozen",
    origin: "Ghana",
    ingredients: "Oil, chili, dried fish",
    allergen_fish: "contains",
    allergen_peanut: "may_contain",
    allergen_milk: "",
    heat_level: "3",
    amount: "500 g",
  };
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  const draft = readProductDraft(form);
  expect(draftProblems(draft)).toEqual({});
  expect(productDraftRow(draft)).toMatchObject({
    also_called: "shitor",
    storage: "frozen",
    origin: "Ghana",
    ingredients: "Oil, chili, dried fish",
    contains: ["fish"],
    may_contain: ["peanut"],
    heat_level: 3,
    amount: 17.637,
    unit: "oz",
  });
});

test("an invalid weight or tolerance is an error at its field", () => {
  const form = new FormData();
  form.set("sold_by", "weight");
  form.set("pounds_each", "4,5 lb");
  form.set("weight_tolerance", "5");
  expect(productDraftRow(readProductDraft(form))).toMatchObject({ pounds_each: 4.5, weight_tolerance: 5 });
  form.set("pounds_each", "0");
  form.set("weight_tolerance", "51");
  expect(draftProblems(readProductDraft(form))).toMatchObject({
    pounds_each: "Enter a weight in pounds, such as 5 or 0.5.",
    weight_tolerance: "Enter a whole number of percent from 0 to 50.",
  });
});

test("SNAP EBT follows the category unless the product says yes or no", () => {
  const read = (snap: string) => {
    const form = new FormData();
    form.set("snap", snap);
    return productDraftRow(readProductDraft(form)).snap;
  };
  expect(["", "yes", "no", "maybe"].map(read)).toEqual([null, "yes", "no", null]);
});

test("an invalid amount is an error at its field", () => {
  const form = new FormData();
  form.set("amount", "plenty");
  expect(draftProblems(readProductDraft(form))).toMatchObject({
    amount: "Enter an amount such as 20 lb, 500 g, or 6 ct.",
  });
});

test("an empty discount is null, and so is an empty price, which the database rejects", () => {
  const draft = readProductDraft(new FormData());
  expect(productDraftRow(draft)).toEqual({
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
    const form = new FormData();
    form.set("availability", availability);
    form.set("stock_count", stock_count);
    const draft = readProductDraft(form);
    return [draft.availability, draft.stockCount];
  };
  expect(typed("counted", "12")).toEqual(["counted", 12]);
  expect(typed("sold_out", "12")).toEqual(["sold_out", null]);
  expect(typed("plenty", "12")).toEqual(["available", null]);
  expect(["0", " 7 ", "", "-1", "1.5", "many", "1000001"].map(countTyped)).toEqual([
    0,
    7,
    null,
    null,
    null,
    null,
    null,
  ]);
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
