import { expect, test } from "vitest";
import { readWeight, weightText } from "./gross-weight.ts";

test.for([
  ["2.5 lb", "2.5 lb"],
  ["5", "5 lb"],
  ["20lbs.", "20 lb"],
  ["1 Pound", "1 lb"],
  ["40 OZ", "40 oz"],
  ["500 g", "500 g"],
  ["0,5 kg", "0.5 kg"],
] as const)("the weight %s is parsed as %s", ([typed, text]) => {
  expect(weightText(readWeight(typed))).toBe(text);
});

test.for(["", "heavy", "0 lb", "-1 lb", "2 stone", "1,250 g"])("%s is not a weight", (typed) => {
  expect(readWeight(typed)).toBeNull();
  expect(weightText(null)).toBe("");
});
