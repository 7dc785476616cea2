import { expect, test } from "vitest";
import { codesOfLabel, poundsOfLabel, readScaleLabel } from "./scale-label.ts";

test("a scale label has the price or the weight of the piece", () => {
  // 2 00125 5 4615: $46.15 with its check digit.
  expect(readScaleLabel("200125546159")).toEqual({ itemNumber: "00125", priceCents: 4615, pounds: null });
  expect(readScaleLabel("0200125546159")).toEqual({ itemNumber: "00125", priceCents: 4615, pounds: null });
  // The example of the specification: 9 is the check digit of 2875.
  expect(readScaleLabel("200125928757")).toMatchObject({ priceCents: 2875 });
  // 21 00125 04620: 4.62 lb.
  expect(readScaleLabel("2100125046209")).toEqual({ itemNumber: "00125", priceCents: null, pounds: 4.62 });
});

test("a price of five digits keeps its first digit, which is not the check digit of the others", () => {
  // 2 00125 14615: $146.15.
  expect(readScaleLabel("200125146151")).toMatchObject({ priceCents: 14_615 });
  expect(readScaleLabel("200125046154")).toMatchObject({ priceCents: 4615 });
});

test("a product may name the item number with or without the zeros in front", () => {
  expect(codesOfLabel({ itemNumber: "00459" })).toEqual(["00459", "459"]);
  expect(codesOfLabel({ itemNumber: "12345" })).toEqual(["12345"]);
});

test("other codes, and labels with a wrong check digit, are not scale labels", () => {
  for (const code of ["", "4011", "036000291452", "2100125046200", "20012504", "SKU-2"]) {
    expect(readScaleLabel(code)).toBeNull();
  }
});

test("the weight of a label with a price is computed from the price per pound", () => {
  expect(poundsOfLabel({ itemNumber: "00125", priceCents: 4615, pounds: null }, 999)).toBe(4.62);
  expect(poundsOfLabel({ itemNumber: "00125", priceCents: null, pounds: 4.62 }, 999)).toBe(4.62);
  expect(poundsOfLabel({ itemNumber: "00125", priceCents: 0, pounds: null }, 999)).toBeNull();
  expect(poundsOfLabel({ itemNumber: "00125", priceCents: 500, pounds: null }, 0)).toBeNull();
});
