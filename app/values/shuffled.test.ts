import { expect, test } from "vitest";
import { shuffled } from "./shuffled.ts";

const items = Array.from({ length: 30 }, (_, place) => place);

test("a shuffle with the same seed is the same, and keeps every item", () => {
  expect(shuffled(items, "2026-11-25")).toEqual(shuffled(items, "2026-11-25"));
  expect(shuffled(items, "2026-11-25").toSorted((one, other) => one - other)).toEqual(items);
});

test("a shuffle with another seed puts every place of a list to use", () => {
  const firsts = new Set(Array.from({ length: 500 }, (_, day) => shuffled(items, `day ${day}`)[0]));
  expect(firsts.size).toBe(items.length);
});
