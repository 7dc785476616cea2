import { expect, test } from "vitest";
import { codesLike, type ItemCode } from "./item-codes.ts";

const code = (productId: number, barcode: string, sku = "", sizeId: number | null = null): ItemCode => ({
  productId,
  sizeId,
  barcodeKey: barcode,
  sku,
});
const CODES = [
  code(1, "00036000291452", "OIL"),
  code(2, "4011", "BANANA"),
  code(3, "", "4011"),
  code(4, "", "oil-5", 9),
  code(5, "", ""),
];
const found = (typed: string) => codesLike(typed, CODES).map(({ productId }) => productId);

test("a scanned barcode is found in each form, and before an equal SKU", () => {
  expect(found("036000291452")).toEqual([1]);
  expect(found("0036000291452")).toEqual([1]);
  expect(found("4011")).toEqual([2]);
});

test("without a barcode, a code matches SKUs in any case; an empty or wrong one matches nothing", () => {
  expect(found("OIL-5")).toEqual([4]);
  expect(found(" banana ")).toEqual([2]);
  expect(found("")).toEqual([]);
  expect(found("036000291453")).toEqual([]);
});
