import { expect, test } from "vitest";
import { amountText, centsFrom, centsTyped, moneyText } from "./money.ts";

test("cents are formatted as US dollars", () => {
  expect([0, 5, 849, 128950].map((cents) => moneyText(cents))).toEqual(["$0.00", "$0.05", "$8.49", "$1,289.50"]);
});

test("every amount is formatted like Intl.NumberFormat formats US dollars", () => {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  const amounts = [1, 99, 100, 99_999, 100_000, 12_345_678, 100_000_000_000];
  for (const cents of [...amounts, ...amounts.map((amount) => -amount)]) {
    expect(moneyText(cents)).toBe(format.format(cents / 100));
  }
  expect(moneyText(849, "EUR")).toBe("€8.49");
});

test("dollars with two decimals become whole cents", () => {
  expect([8.49, 0.29, 19.99, 1289.5].map(centsFrom)).toEqual([849, 29, 1999, 128950]);
});

test("typed amounts are parsed as cents, and cents are formatted for a field", () => {
  expect(["8.49", "0", " 12 ", "", "yam", "1e999"].map(centsTyped)).toEqual([849, 0, 1200, null, null, null]);
  expect([849, 0, 1200, null].map(amountText)).toEqual(["8.49", "0.00", "12.00", ""]);
});
