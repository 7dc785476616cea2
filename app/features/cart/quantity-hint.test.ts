import { expect, test } from "vitest";
import { type QuantityPrice, quantityPricesFor } from "#app/features/catalog/quantity-price.ts";
import { quantityHint, savedCents } from "./cart-line.tsx";

const PAIR: QuantityPrice = { sizeId: null, pieces: 2, cents: 500 };
const CASE: QuantityPrice = { sizeId: null, pieces: 12, cents: 2400 };

test("each full set saves, extra pieces cost their own price, and the best price applies", () => {
  expect([1, 2, 3, 4, 5].map((quantity) => savedCents([PAIR], 300, quantity))).toEqual([0, 100, 100, 200, 200]);
  expect([11, 12, 13, 24].map((quantity) => savedCents([PAIR, CASE], 300, quantity))).toEqual([500, 1200, 1200, 2400]);
  expect(savedCents([], 300, 5)).toBe(0);
});

test("a price by quantity applies to its size, if it is below the price of its pieces", () => {
  const small: QuantityPrice = { sizeId: 7, pieces: 3, cents: 800 };
  expect(quantityPricesFor([PAIR, small], 7, 300)).toEqual([PAIR, small]);
  expect(quantityPricesFor([PAIR, small], 8, 300)).toEqual([PAIR]);
  expect(quantityPricesFor([PAIR, small], 7, 250)).toEqual([]);
  const lower = { ...PAIR, cents: 450 };
  expect(quantityPricesFor([PAIR, lower, PAIR, CASE], null, 300)).toEqual([lower, CASE]);
});

test("a line shows what it saves, and what a full set would save", () => {
  expect([1, 2, 3].map((quantity) => quantityHint([PAIR], 300, quantity))).toEqual([
    "2 for $5.00; add 1 more to save $1.00",
    "2 for $5.00: you save $1.00; add 2 more to save $1.00 more",
    "2 for $5.00: you save $1.00; add 1 more to save $1.00 more",
  ]);
  expect(quantityHint([CASE], 300, 10)).toBe("12 for $24.00; add 2 more to save $12.00");
});
