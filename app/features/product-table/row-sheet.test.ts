import { expect, test } from "vitest";
import { priceProblems, readPriceDraft } from "./row-sheet.tsx";

const problems = (price: string, discount_price = "") =>
  Object.keys(priceProblems(readPriceDraft((name) => (name === "price" ? price : discount_price))));

test("a price is an amount, and an offer is below it or left empty", () => {
  expect(problems("4.99")).toEqual([]);
  expect(problems("4.99", "3.50")).toEqual([]);
  expect(problems("")).toEqual(["price"]);
  expect(problems("a lot")).toEqual(["price"]);
  expect(problems("4.99", "4.99")).toEqual(["discount_price"]);
  expect(problems("4.99", "cheap")).toEqual(["discount_price"]);
});
