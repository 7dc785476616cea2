import { expect, test } from "vitest";
import { barsOf } from "./barcode-bars.ts";

test("an EAN-13 and a UPC-A have 95 modules between their guard bars", () => {
  expect(barsOf("4006381333931").bars).toBe(
    "10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101",
  );
  expect(barsOf("036000291452").bars).toMatch(/^101[01]{89}101$/);
});

test("an EAN-8 has 67 modules, and a UPC-E is drawn as its UPC-A", () => {
  expect(barsOf("96385074").bars).toMatch(/^101[01]{61}101$/);
  expect(barsOf("01234565").bars).toBe(barsOf("012345000065").bars);
});

test("a PLU, the store's own number, and a case are drawn, too", () => {
  for (const barcode of ["4011", "CAL-0012", "10614141000415"]) expect(barsOf(barcode).bars).toMatch(/^1[01]+1$/);
});
