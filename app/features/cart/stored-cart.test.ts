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

test("the remaining time is never negative, and 0 without a readable timestamp", () => {
  const changedAt = Date.UTC(2026, 10, 21, 15);
  expect(remainingMs(String(changedAt), changedAt + 60_000)).toBe(1_740_000);
  expect(remainingMs(String(changedAt), changedAt + 7_200_000)).toBe(0);
  for (const timestamp of [null, "yesterday"]) expect(remainingMs(timestamp, 0)).toBe(0);
});

test.for(["not json", '{"id":7}', "[null]"])("the stored text %s has no cart lines", (text) => {
  expect(itemsFrom(text)).toEqual([]);
});

test.for([
  { id: "7" },
  { id: 0 },
  { name: null },
  { quantity: 0 },
  { quantity: 1.5 },
  { quantity: 1000 },
  { price: -1 },
  { price: "9.49" },
  { size: "M" },
  { size: { id: 0, label: "M" } },
  { size: { id: 31 } },
  { choiceIds: [] },
  { choiceIds: ["11"] },
  { choiceIds: [1, 0] },
  { choiceIds: "11" },
  { choiceIds: null },
])("a stored line with %j is dropped, and the others stay", (wrong) => {
  expect(
    itemsFrom(
      JSON.stringify([
        { ...stored, ...wrong },
        { ...stored, id: 8 },
      ]),
    ),
  ).toEqual([{ ...garri, id: 8 }]);
});

test("choices and the expected weight are stored, and a weight that is invalid is left out", () => {
  const leg = aCartItem({ choiceIds: [11], weight: { poundsEach: 5, perPoundCents: 999 } });
  expect(itemsFrom(itemsText([leg]))).toEqual([leg]);
  for (const weight of [
    { poundsEach: 0, perPoundCents: 999 },
    { poundsEach: 5, perPoundCents: 9.5 },
    { poundsEach: "5" },
  ]) {
    expect(itemsFrom(JSON.stringify([{ ...stored, weight }]))).toEqual([garri]);
  }
});
