import { expect, test } from "vitest";
import { poundsOfLabel, readScaleLabel } from "./scale-label.ts";

test("a scale label has the price or the weight of the piece", () => {
  // 2 00125 V 4615: $46.15.
  expect(readScaleLabel("200125446152")).toEqual({ itemNumber: "125", priceCents: 4615, pounds: null });
  expect(readScaleLabel("0200125446152")).toEqual({ itemNumber: "125", priceCents: 4615, pounds: null });
  // 21 00125 04620: 4.62 lb.
  expect(readScaleLabel("2100125046209")).toEqual({ itemNumber: "125", priceCents: null, pounds: 4.62 });
});

test("other codes, and labels with a wrong check digit, are not scale labels", () => {
  for (const code of ["", "4011", "036000291452", "2100125046200", "20012504", "SKU-2"]) {
    expect(readScaleLabel(code)).toBeNull();
  }
});

test("the weight of a label with a price is computed from the price per pound", () => {
  expect(poundsOfLabel({ itemNumber: "125", priceCents: 4615, pounds: null }, 999)).toBe(4.62);
  expect(poundsOfLabel({ itemNumber: "125", priceCents: null, pounds: 4.62 }, 999)).toBe(4.62);
  expect(poundsOfLabel({ itemNumber: "125", priceCents: 0, pounds: null }, 999)).toBeNull();
  expect(poundsOfLabel({ itemNumber: "125", priceCents: 500, pounds: null }, 0)).toBeNull();
});
