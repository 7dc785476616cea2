import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Amount, UNITS, type Unit, unitPrice } from "./amount.ts";
import { amountFromText, amountInWords } from "./amount-text.ts";

test.for<[text: string, value: number, unit: Unit]>([
  ["20 lb", 20, "lb"],
  ["4.4 lbs", 4.4, "lb"],
  ["16 oz", 16, "oz"],
  ["16oz", 16, "oz"],
  ["33.8 fl oz", 33.8, "fl oz"],
  ["12 FL. OZ.", 12, "fl oz"],
  ["1 gallon", 128, "fl oz"],
  ["6 yd", 6, "yd"],
  ["6 Yards", 6, "yd"],
  ["4 ct", 4, "ct"],
  ["1 ct", 1, "each"],
  ["1 ct (about 6 lb)", 1, "each"],
  ["1 each", 1, "each"],
  ["6 ct (11.2 fl oz each)", 67.2, "fl oz"],
  ["6 x 330 ml", 66.952, "fl oz"],
  ["500 g", 17.637, "oz"],
  ["2 kg", 4.409, "lb"],
  ["1.5 L", 50.721, "fl oz"],
  ["75 cl", 25.361, "fl oz"],
  ["5 m", 5.468, "yd"],
])("the text %s says an amount of %s %s", ([text, value, unit]) => {
  expect(amountFromText(text)).toEqual({ value, unit });
});

test.for([
  "",
  "One size",
  "S, M, L",
  "1 set",
  "1 bunch",
  "8 in",
  "0 lb",
  "lb",
  "2-4 years",
  "many oz",
  "1 lb 2 oz",
])("the text %o says no amount", (text) => {
  expect(amountFromText(text)).toBeNull();
});

test.for<[cents: number, value: number, unit: Unit, price: string, per: string]>([
  [2199, 20, "lb", "$1.10", "lb"],
  [1149, 16, "oz", "$11.49", "lb"],
  [749, 1, "lb", "$7.49", "lb"],
  [599, 12, "oz", "$0.50", "oz"],
  [400, 0.5, "lb", "$0.50", "oz"],
  [1299, 33.8, "fl oz", "$0.38", "fl oz"],
  [2999, 6, "yd", "$5.00", "yd"],
  [299, 4, "ct", "$0.75", "each"],
  [699, 100, "ct", "7.0¢", "each"],
  [199, 24, "fl oz", "8.3¢", "fl oz"],
  [995, 100, "ct", "$0.10", "each"],
  [994, 100, "ct", "9.9¢", "each"],
  [500, 2, "each", "$2.50", "each"],
])("%s cents for %s %s are %s per %s", ([cents, value, unit, price, per]) => {
  expect(unitPrice(cents, { value, unit })).toEqual({ price, per });
});

test("a single thing and one whose amount nobody said have no price for a unit", () => {
  expect(unitPrice(1799, { value: 1, unit: "each" })).toBeNull();
  expect(unitPrice(1799, null)).toBeNull();
});

test("an amount that is written is read as the same one", () => {
  for (const unit of UNITS) {
    const amount: Amount = { value: 2.5, unit };
    expect(amountFromText(amountInWords(amount))).toEqual(amount);
  }
});

test("the demo's amounts are what its size texts say", () => {
  const file = join(import.meta.dirname, "..", "..", "supabase", "seed", "content", "products.json");
  const products = JSON.parse(readFileSync(file, "utf8")) as {
    size: string;
    amount?: number;
    unit?: Unit;
  }[];
  for (const { size, amount, unit } of products) {
    expect([size, amountFromText(size)]).toEqual([size, amount && unit ? { value: amount, unit } : null]);
  }
});
