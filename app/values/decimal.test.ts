import { expect, test } from "vitest";
import { decimalTyped, wholeNumberTyped } from "./decimal.ts";

test.for([
  ["2,4", 2.4],
  ["2.40", 2.4],
  ["1,200.00", 1200],
  ["1.200,00", 1200],
  ["1,200", 1200],
  ["1,200,000.5", 1200000.5],
  ["1 200,00", 1200],
  ["1\u00a0200.00", 1200],
  [".5", 0.5],
  [" $ 12.00 ", 12],
  ["US$5", 5],
  ["5 usd", 5],
  ["-4.5", -4.5],
] as const)("typed %s is parsed as %d", ([text, number]) => {
  expect(decimalTyped(text)).toBe(number);
});

test.for(
  '|1e3|0x10|4.999|1,2,3|--1|1.|1.2.3|1,20,300|,|.|-|+1|1_000|Infinity|NaN|€5|٣|５|0b1|1.234|½|2"|1-2|123456789'.split(
    "|",
  ),
)("typed “%s” is not a number", (text) => {
  expect(decimalTyped(text)).toBeNull();
});

test("with three decimal places, a comma before three digits is ambiguous", () => {
  expect(["1,250", "1,25", "0.125", "1,250.5", "1,250,000"].map((text) => decimalTyped(text, 3))).toEqual([
    null,
    1.25,
    0.125,
    1250.5,
    1250000,
  ]);
});

test("a whole number has only digits, grouped or not", () => {
  expect([" 12 ", "0", "1,200", "007"].map(wholeNumberTyped)).toEqual([12, 0, 1200, 7]);
  const others = ["", "1.0", "2,4", "1e2", "0x10", "-1", "+1", "1,20", "1 0", "٣"];
  expect(others.map(wholeNumberTyped)).toEqual(others.map(() => null));
});
