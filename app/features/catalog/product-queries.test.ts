import { expect, test } from "vitest";
import { shuffled } from "./product-queries.ts";

const items = Array.from({ length: 30 }, (_, place) => place);

test("a shuffle with the same seed gives the same order and keeps every item", () => {
  expect(shuffled(items, "2026-11-25")).toEqual(shuffled(items, "2026-11-25"));
  expect(shuffled(items, "2026-11-25").toSorted((one, other) => one - other)).toEqual(items);
});

test("shuffles with different seeds put every item first", () => {
  const firsts = new Set(Array.from({ length: 500 }, (_, day) => shuffled(items, `day ${day}`)[0]));
  expect(firsts.size).toBe(items.length);
});
