import { expect, test } from "vitest";
import { readScaleLabel } from "#app/features/scanning/scale-label.ts";
import { lineOfCode, lineOfLabel, otherResult } from "./scan-line.ts";

const line = (id: number, productId: number, sizeId: number | null, name: string, quantity = 1) => ({
  id,
  productId,
  sizeId,
  name,
  size: sizeId === null ? null : `no. ${sizeId}`,
  bagQuantity: quantity,
  changes: [],
});
const LINES = [line(1, 10, null, "Yam", 3), line(2, 20, 5, "Gari"), line(3, 20, 6, "Gari"), line(4, 30, 7, "Rice")];
const code = (productId: number, sizeId: number | null, barcodeKey: string) => ({
  productId,
  sizeId,
  barcodeKey,
  sku: "",
});
const CODES = [code(10, null, "4011"), code(20, 5, "00036000291452"), code(20, null, "5011"), code(30, null, "6011")];
const NONE: ReadonlySet<number> = new Set();
const item = (name: string, sizeLabel: string | null = null) =>
  ({ productId: 9, sizeId: null, category: "more", name, sizeLabel, isHidden: false }) as const;

test("a scan picks the line of the product and size, and asks to count several units", () => {
  expect(lineOfCode("036000291452", LINES, CODES, NONE)).toEqual({
    kind: "picked",
    lineId: 2,
    text: "Gari, size no. 5 is in the bag.",
  });
  expect(lineOfCode("4011", LINES, CODES, NONE)).toEqual({
    kind: "picked",
    lineId: 1,
    text: "Yam is in the bag. Check that there are 3.",
  });
  expect(lineOfCode("6011", LINES, CODES, NONE)?.lineId).toBe(4);
});

test("a picked line stays picked, and the packer selects among several sizes", () => {
  expect(lineOfCode("4011", LINES, CODES, new Set([1]))).toMatchObject({ kind: "known", lineId: null });
  expect(lineOfCode("5011", LINES, CODES, NONE)).toEqual({
    kind: "alert",
    lineId: null,
    text: "Gari is on the list in several sizes. Select the size.",
  });
  expect(lineOfCode("7011", LINES, CODES, NONE)).toBeNull();
});

test("the packer selects among lines with different cuts until only one is left", () => {
  const cuts = [line(1, 10, null, "Goat Leg (Cut: whole)"), line(2, 10, null, "Goat Leg (Cut: small pieces)")];
  expect(lineOfCode("4011", cuts, CODES, NONE)).toMatchObject({ kind: "alert", lineId: null });
  expect(lineOfCode("4011", cuts, CODES, new Set([1]))).toMatchObject({ kind: "picked", lineId: 2 });
});

test("a scan picks the unpicked one of two lines of the same product", () => {
  const twice = [line(1, 10, null, "Yam"), line(2, 10, null, "Yam")];
  expect(lineOfCode("4011", twice, CODES, new Set([1]))?.lineId).toBe(2);
  expect(lineOfCode("4011", twice, CODES, new Set([1, 2]))).toMatchObject({ kind: "known" });
});

test("a wrong product shows an alert, and a replacement picks the line that it replaces", () => {
  expect(otherResult("7011", LINES, [item("Palm Oil", "5 lb")], NONE)).toEqual({
    kind: "alert",
    lineId: null,
    text: "Wrong product: Palm Oil, size 5 lb is not in this order.",
  });
  expect(otherResult("7011", LINES, [], NONE).text).toBe("No product has the code 7011.");
  expect(otherResult("7011", LINES, null, NONE).text).toBe("7011 is none of this list's codes.");
  const replacement = { name: "Sweet Potato", size: null, quantity: 1 };
  const replaced = {
    ...line(1, 10, null, "Yam"),
    changes: [
      {
        kind: "replaced" as const,
        id: 1,
        quantity: 1,
        replacement,
        replacementCents: 0,
        replacementTaxCents: 0,
        refundCents: 0,
        isSettled: false,
      },
    ],
  };
  expect(otherResult("7011", [replaced], [item("Sweet Potato")], NONE)).toEqual({
    kind: "picked",
    lineId: 1,
    text: "Sweet Potato is in the bag.",
  });
});

test("a scale label finds its line and weight by the item number", () => {
  const weighed = { ...line(7, 70, null, "Goat Leg"), perPoundCents: 999, bagQuantity: 1 };
  const yam = { ...line(1, 10, null, "Yam"), perPoundCents: null, bagQuantity: 1 };
  const codes = [code(70, null, "125"), code(10, null, "4011")];
  const labelOf = (text: string, lines = [weighed, yam]) => {
    const label = readScaleLabel(text);
    return label && lineOfLabel(label, lines, codes);
  };
  expect(labelOf("2100125046209")).toEqual({ line: weighed, pounds: 4.62 });
  expect(labelOf("200125546159")).toEqual({ line: weighed, pounds: 4.62 });
  expect(labelOf("2100125000003")).toMatchObject({ kind: "alert", text: "This label has no weight. Type it." });
  expect(labelOf("2100125046209", [weighed, { ...weighed, id: 8 }])).toMatchObject({ kind: "alert" });
  expect(labelOf("2104011046205"), "a product by the piece").toMatchObject({
    kind: "alert",
    text: "Yam isn't sold by weight.",
  });
});
