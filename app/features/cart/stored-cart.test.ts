import { expect, test } from "vitest";
import { aCartItem } from "#tests/a-cart-item.ts";
import { CART_LIFETIME_MS } from "./cart.ts";
import { isExpired, itemsFrom, itemsText, remainingMs } from "./stored-cart.ts";

const garri = aCartItem({ image: "/garri.webp", quantity: 2 });
const stored = { id: 7, name: "Ijebu Garri", price: 9.49, image: "/garri.webp", quantity: 2 };

test("a stored cart has prices in dollars and is restored unchanged", () => {
  expect(JSON.parse(itemsText([garri]))).toEqual([stored]);
  expect(itemsFrom(itemsText([garri]))).toEqual([garri]);
});

test("a line stores its size, and two sizes of a product are two lines", () => {
  const medium = { ...garri, size: { id: 31, label: "M" } };
  const large = { ...garri, size: { id: 32, label: "L" } };
  expect(itemsFrom(itemsText([medium, large]))).toEqual([medium, large]);
});

test("a line stores its note and preference, if they are valid", () => {
  const withNote = { ...garri, preference: "contact", note: "fine grains" } as const;
  expect(itemsFrom(itemsText([withNote, { ...garri, id: 8 }]))).toEqual([withNote, { ...garri, id: 8 }]);
  expect(itemsFrom(JSON.stringify([{ ...stored, wish: "burn", note: 7 }]))).toEqual([garri]);
});

test("a cart lasts 30 minutes from its last change", () => {
  const changedAt = Date.UTC(2026, 10, 21, 15);
  expect(CART_LIFETIME_MS).toBe(1_800_000);
  expect(isExpired(String(changedAt), changedAt + 1_799_999)).toBe(false);
  expect(isExpired(String(changedAt), changedAt + 1_800_000)).toBe(true);
});

test("the remaining time is never negative", () => {
  const changedAt = Date.UTC(2026, 10, 21, 15);
  expect(remainingMs(String(changedAt), changedAt + 60_000)).toBe(1_740_000);
  expect(remainingMs(String(changedAt), changedAt + 7_200_000)).toBe(0);
  expect(remainingMs(null, 0)).toBe(0);
});

test("a cart without a readable timestamp has expired", () => {
  expect(isExpired(null, 0)).toBe(true);
  expect(isExpired("yesterday", 0)).toBe(true);
});

test("invalid stored data does not become a cart line", () => {
  expect(itemsFrom("not json")).toEqual([]);
  expect(itemsFrom('{"id":7}')).toEqual([]);
  const bad = [
    { ...stored, id: "7" },
    { ...stored, quantity: 0 },
    { ...stored, quantity: 1.5 },
    { ...stored, price: -1 },
    { ...stored, price: "9.49" },
    { ...stored, size: "M" },
    { ...stored, size: { id: 0, label: "M" } },
    { ...stored, size: { id: 31 } },
    null,
  ];
  expect(itemsFrom(JSON.stringify([...bad, stored]))).toEqual([garri]);
});

test("choices are stored, and a line with invalid choices is dropped", () => {
  const item = aCartItem({ choiceIds: [11] });
  expect(itemsFrom(itemsText([item]))).toEqual([item]);
  for (const choiceIds of [[], ["11"], [0], "11", null]) {
    expect(itemsFrom(JSON.stringify([{ ...stored, choiceIds }]))).toEqual([]);
  }
});
