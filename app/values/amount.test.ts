import { expect, test } from "vitest";
import { packsIn, type Unit, unitPrice } from "./amount.ts";

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
  expect(unitPrice(cents, { value, unit }, per === "oz" ? "oz" : "lb")).toEqual({ price, per });
});

test("weights are priced in the unit of the category, whatever the package size", () => {
  expect(unitPrice(1899, { value: 8, unit: "oz" }, "lb")).toEqual({ price: "$37.98", per: "lb" });
  expect(unitPrice(1149, { value: 1, unit: "lb" }, "oz")).toEqual({ price: "$0.72", per: "oz" });
});

test("a single piece, or a product without measurement, has no unit price", () => {
  expect(unitPrice(1799, { value: 1, unit: "each" }, "lb")).toBeNull();
  expect(unitPrice(1799, null, "lb")).toBeNull();
});

test("packages are counted across units of one kind, and not of different kinds", () => {
  expect(packsIn({ value: 3, unit: "lb" }, { value: 16, unit: "oz" })).toBe(3);
  expect(packsIn({ value: 6, unit: "each" }, { value: 4, unit: "ct" })).toBe(1.5);
  expect(packsIn({ value: 1, unit: "lb" }, { value: 16, unit: "fl oz" })).toBeNull();
});
