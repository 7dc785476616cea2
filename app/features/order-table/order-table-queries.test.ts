import { expect, test } from "vitest";
import { orderPageFrom } from "./order-table-queries.ts";

test("one order more than a page shows whether another page follows", () => {
  const [forward, backward] = [{ isBackward: false }, { isBackward: true }];
  expect(orderPageFrom([5, 4], null, 2)).toEqual({ orders: [5, 4], hasPrevious: false, hasNext: false });
  expect(orderPageFrom([5, 4, 3], null, 2)).toEqual({ orders: [5, 4], hasPrevious: false, hasNext: true });
  expect(orderPageFrom([3, 2, 1], forward, 2)).toEqual({ orders: [3, 2], hasPrevious: true, hasNext: true });
  expect(orderPageFrom([1], forward, 2)).toEqual({ orders: [1], hasPrevious: true, hasNext: false });
  expect(orderPageFrom([5, 4, 3], backward, 2)).toEqual({ orders: [4, 3], hasPrevious: true, hasNext: true });
});

test("going back to fewer orders than a page has leads to the whole first page", () => {
  expect(orderPageFrom([5, 4], { isBackward: true }, 2)).toBeNull();
});
