import { expect, test } from "vitest";
import { adjustmentOf } from "./movement.ts";

test.for([
  ["waste", "2", false, -2],
  ["waste", "2", true, -2],
  ["correction", "2", true, 2],
  ["correction", "2", false, -2],
  ["theft", "0", false, null],
  ["theft", "", false, null],
  ["correction", "1", true, 1],
  ["correction", "99999", true, 99_999],
  ["correction", "100000", true, null],
] as const)("%s of “%s” (more: %s) moves %s units", ([kind, typed, isMore, units]) => {
  expect(adjustmentOf(kind, typed, isMore)).toBe(units);
});
