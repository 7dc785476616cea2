import { expect, test } from "vitest";
import { type OfferDraft, offerPriceCents, offerProblems, offerRow, offerRows } from "./offer-draft.ts";

const ZONE = "America/Chicago";
const NOW = new Date("2026-11-23T12:00:00Z");
const draft: OfferDraft = {
  for: "category",
  productId: "",
  category: "meat",
  kind: "percent",
  value: "12.5",
  from: "",
  until: "2026-11-27T00:00",
};

test("an offer without a start begins at the database's now, and ends in the store's time zone", () => {
  expect(offerProblems(draft, ZONE, NOW)).toEqual({});
  expect(offerRow(draft, ZONE)).toEqual({
    product_id: null,
    category: "meat",
    percent: 12.5,
    price: null,
    starts_at: "now",
    ends_at: "2026-11-27T06:00:00.000Z",
  });
});

test("an offer can be a price for one product from a given time", () => {
  const typed = { ...draft, for: "product", productId: "7", kind: "price", value: "4.99", from: "2026-11-26T09:30" };
  expect(offerProblems(typed, ZONE, NOW)).toEqual({});
  expect(offerRow(typed, ZONE)).toMatchObject({
    product_id: 7,
    category: null,
    percent: null,
    price: 4.99,
    starts_at: "2026-11-26T15:30:00.000Z",
  });
});

test.for([
  ["no product", { for: "product" }, { productId: "Choose a product" }],
  ["no category", { category: "" }, { category: "Choose a category" }],
  ["a whole price off", { value: "100" }, { value: "A percentage above 0 and below 100" }],
  ["nothing off", { value: "0" }, { value: "A percentage above 0 and below 100" }],
  ["a price below zero", { kind: "price", value: "-1" }, { value: "An amount, such as 4.99" }],
  ["a word as a price", { kind: "price", value: "half" }, { value: expect.stringMatching(/^“half” is not an amount/) }],
  ["a start that is no time", { from: "soon" }, { from: "Enter a time, or leave empty for now" }],
  ["no end", { until: "" }, { until: "Enter a time, such as Sunday at midnight" }],
  ["an end that is over", { until: "2026-11-23T06:00" }, { until: "Enter a future time" }],
  ["an end at the beginning", { from: "2026-11-27T00:00" }, { until: "Must be after the start" }],
] as const)("an offer with %s has an error", ([, change, errors]) => {
  expect(offerProblems({ ...draft, ...change }, ZONE, NOW)).toEqual(errors);
});

test("selected products get one offer each, with a preview of the price as the database computes it", () => {
  const typed = { ...draft, for: "products" };
  expect(offerProblems(typed, ZONE, NOW)).toEqual({});
  expect(
    offerRows(typed, ZONE, [7, 9]).map(({ product_id, category, percent }) => [product_id, category, percent]),
  ).toEqual([
    [7, null, 12.5],
    [9, null, 12.5],
  ]);
  expect(offerPriceCents(1799, "percent", "25")).toBe(1349);
  expect(offerPriceCents(1799, "price", " 4.99 ")).toBe(499);
  for (const [kind, value] of [
    ["percent", "100"],
    ["percent", "0"],
    ["percent", ""],
    ["price", "17.99"],
    ["price", "x"],
  ] as const) {
    expect([kind, value, offerPriceCents(1799, kind, value)]).toEqual([kind, value, null]);
  }
});
