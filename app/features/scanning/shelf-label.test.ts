import { expect, test } from "vitest";
import { aProductSize, aProductSummary } from "#tests/a-product-summary.ts";
import { labelKeysFrom, labelsOf } from "./shelf-label.ts";

const size = (id: number, label: string, priceCents: number) =>
  aProductSize({ id, label, priceCents, amount: { value: 2, unit: "lb" } });
const rice = aProductSummary({
  name: "Ofada Rice",
  size: "20 lb",
  priceCents: 2599,
  discountPriceCents: 2199,
  amount: { value: 20, unit: "lb" },
});
const gari = aProductSummary({
  id: 8,
  name: "Gari",
  priceCents: 500,
  sizes: [size(1, "2 lb", 600), size(2, "5 lb", 1200)],
});
const barcodes = [
  { productId: 7, sizeId: null, barcode: "036000291452" },
  { productId: 8, sizeId: 2, barcode: "4011" },
];

test("a label has the current price, the regular one, the price per pound, and the barcode", () => {
  expect(labelsOf([{ productId: 7, sizeId: null }], [rice], barcodes)).toEqual([
    {
      key: "7",
      name: "Ofada Rice",
      size: "20 lb",
      priceCents: 2199,
      regularPriceCents: 2599,
      unitPrice: { price: "$1.10", per: "lb" },
      barcode: "036000291452",
    },
  ]);
});

test("a product in sizes has a label for each, and a selected size only once", () => {
  const labels = labelsOf(labelKeysFrom("8-2,8,99,x,7"), [rice, gari], barcodes);
  expect(labels.map(({ key, size: text, barcode }) => [key, text, barcode])).toEqual([
    ["8-2", "5 lb", "4011"],
    ["8-1", "2 lb", ""],
    ["7", "20 lb", "036000291452"],
  ]);
  expect(labelsOf([{ productId: 8, sizeId: 77 }], [gari], [])).toEqual([]);
});
