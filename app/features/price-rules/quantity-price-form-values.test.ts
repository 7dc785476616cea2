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
  expect(quantityPriceValues({ ...typed, sizeId: "9" }, ZONE)).toEqual({
    product_id: 7,
    size_id: 9,
    pieces: 2,
    price: 5,
    starts_at: "now",
    ends_at: "2026-11-27T06:00:00.000Z",
  });
});

test("a price by quantity without an end applies until somebody ends it", () => {
  expect(validateQuantityPrice({ ...typed, until: "" }, ZONE, NOW)).toEqual({});
  const { ends_at } = quantityPriceValues({ ...typed, until: "" }, ZONE);
  expect(hasEnd({ ends_at })).toBe(false);
  expect(hasEnd({ ends_at: "9999-12-31T00:00:00+00:00" })).toBe(false);
  expect(hasEnd({ ends_at: "2026-11-27T06:00:00.000Z" })).toBe(true);
});

test.for([
  ["no product", { productId: "" }, "productId"],
  ["one piece", { pieces: "1" }, "pieces"],
  ["a thousand pieces", { pieces: "1000" }, "pieces"],
  ["half a piece", { pieces: "2.5" }, "pieces"],
  ["no price", { price: "" }, "price"],
  ["a price of nothing", { price: "0" }, "price"],
  ["an end that is no time", { until: "soon" }, "until"],
  ["an end that is over", { until: "2026-11-23T05:59" }, "until"],
  ["an end before the start", { from: "2026-11-28T00:00" }, "until"],
] as const)("a price by quantity with %s has an error", ([, change, name]) => {
  expect(Object.keys(validateQuantityPrice({ ...typed, ...change }, ZONE, NOW))).toEqual([name]);
});
