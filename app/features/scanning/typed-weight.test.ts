import { expect, test } from "vitest";
import { poundsTyped } from "./typed-weight.ts";

test("a weight is parsed in common notations", () => {
  expect(["4.62", "4,62", "5 lb", "0.125", " 12 LBS "].map(poundsTyped)).toEqual([4.62, 4.62, 5, 0.125, 12]);
  expect(["", "0", "-1", "heavy", "10000", "2 kg", "1.2345"].map(poundsTyped)).toEqual(Array(7).fill(null));
});
