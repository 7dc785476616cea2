import { expect, test } from "vitest";
import { batchFromRow, daysLeftText, leftText } from "./batch.ts";

test.for([
  [2, "2 days left"],
  [1, "1 day left"],
  [0, "Last day"],
  [-1, "1 day past"],
  [-3, "3 days past"],
] as const)("%i days are “%s”", ([days, text]) => {
  expect(daysLeftText(days)).toBe(text);
});

const ROW = {
  id: 1,
  product_id: 7,
  size_id: 4,
  name: "Gown",
  size_label: "S",
  has_sizes: true,
  best_before: "2026-12-03",
  days_left: -1,
  quantity: 12,
  stock_count: 5,
  left_count: 8,
  unit_cost: null,
  price: 4.99,
  current_price: 3.49,
  offer_ends_at: null,
};

test("of a batch on the shelf, only what is in stock can be taken off sale", () => {
  expect(batchFromRow(ROW)).toMatchObject({ name: "Gown, size S", leftCount: 8, removableCount: 5, priceCents: 499 });
  const unknown = batchFromRow({ ...ROW, stock_count: null, left_count: null });
  expect(unknown.removableCount).toBe(0);
  expect([leftText(batchFromRow(ROW)), leftText(unknown)]).toEqual(["8 of 12 left", "12 received, not counted"]);
});
