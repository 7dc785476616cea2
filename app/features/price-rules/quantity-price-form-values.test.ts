import { expect, test } from "vitest";
import {
  type QuantityPriceFormValues,
  quantityPriceValues,
  validateQuantityPrice,
} from "./quantity-price-form-values.ts";
import { hasEnd } from "./save-quantity-price.ts";

const ZONE = "America/Chicago";
const NOW = new Date("2026-11-23T12:00:00Z");
const typed: QuantityPriceFormValues = {
  productId: "7",
  sizeId: "",
  pieces: "2",
  price: "5",
  from: "",
  until: "2026-11-27T00:00",
};

test("a price by quantity without a start begins now, and ends in the store's time zone", () => {
  expect(validateQuantityPrice(typed, ZONE, NOW)).toEqual({});
  const values = { product_id: 7, size_id: null, pieces: 2, price: 5, starts_at: "now" };
  expect(quantityPriceValues(typed, ZONE)).toEqual({ ...values, ends_at: "2026-11-27T06:00:00.000Z" });
  const later = { ...typed, sizeId: "9", pieces: "999", from: "2026-11-26T00:00" };
  expect(validateQuantityPrice(later, ZONE, NOW)).toEqual({});
  expect(quantityPriceValues(later, ZONE)).toMatchObject({ size_id: 9, starts_at: "2026-11-26T06:00:00.000Z" });
});

test("a price by quantity without an end applies until somebody ends it", () => {
  expect(validateQuantityPrice({ ...typed, until: "" }, ZONE, NOW)).toEqual({});
  const { ends_at } = quantityPriceValues({ ...typed, until: "" }, ZONE);
  expect(hasEnd({ ends_at })).toBe(false);
  expect(hasEnd({ ends_at: "9999-12-31T00:00:00+00:00" })).toBe(false);
  expect(hasEnd({ ends_at: "2026-11-27T06:00:00.000Z" })).toBe(true);
});

test.for([
  ["no product", { productId: "" }, { productId: "Choose a product" }],
  ["one piece", { pieces: "1" }, { pieces: "A whole number from 2 to 999" }],
  ["a thousand pieces", { pieces: "1000" }, { pieces: "A whole number from 2 to 999" }],
  ["half a piece", { pieces: "2.5" }, { pieces: "A whole number from 2 to 999" }],
  ["a price of nothing", { price: "0" }, { price: "An amount, such as 5.00" }],
  ["a word as a price", { price: "five" }, { price: expect.stringContaining("“five” is not an amount.") }],
  ["a start that is no time", { from: "soon" }, { from: "Enter a time, or leave empty for now" }],
  ["an end that is no time", { until: "soon" }, { until: "Enter a time, or leave empty for no end" }],
  ["an end that is over", { until: "2026-11-23T06:00" }, { until: "Enter a future time" }],
  ["an end at the start", { from: "2026-11-27T00:00" }, { until: "Must be after the start" }],
] as const)("a price by quantity with %s has an error", ([, change, errors]) => {
  expect(validateQuantityPrice({ ...typed, ...change }, ZONE, NOW)).toEqual(errors);
});
