import { expect, test } from "vitest";
import { moneyText } from "./money-text.ts";

test("cents are written as US dollars", () => {
  expect([0, 5, 849, 128950].map(moneyText)).toEqual(["$0.00", "$0.05", "$8.49", "$1,289.50"]);
});
