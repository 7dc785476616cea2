import { expect, test } from "vitest";
import { formOf } from "#tests/form-of.ts";
import { readSizeDrafts, sizeDraftRow, sizeField, sizeProblems } from "./size-draft.ts";

const aForm = (sizes: Record<string, string>[]) =>
  formOf(
    sizes.flatMap((size, place): [string, string][] => [
      ["size_key", String(place)],
      ...Object.entries(size).map(([name, text]): [string, string] => [sizeField(String(place), name), text]),
    ]),
  );

test("sizes in the form are parsed in order, into cents and amounts", () => {
  const drafts = readSizeDrafts(
    aForm([
      { label: " 5 lb ", id: "31", price: "12.50", discount_price: "11", amount: "5 lb", barcode: " 4011 " },
      { label: "L", availability: "counted", stock_count: "4", sku: "L-1", weight: "2 lb" },
    ]),
  );
  expect(sizeProblems(drafts)).toEqual({});
  expect(drafts.map(sizeDraftRow)).toEqual([
    {
      id: 31,
      label: "5 lb",
      price: 12.5,
      discount_price: 11,
      availability: "available",
      stock_count: null,
      amount: 5,
      unit: "lb",
      sku: "",
      barcode: "4011",
      weight: "",
    },
    {
      id: null,
      label: "L",
      price: null,
      discount_price: null,
      availability: "counted",
      stock_count: 4,
      amount: null,
      unit: null,
      sku: "L-1",
      barcode: "",
      weight: "2 lb",
    },
  ]);
});

test.each([
  [{ barcode: "036000291453" }, "barcode", "The check digit is wrong. Compare the number with the label."],
  [{ weight: "2 stone" }, "weight", "Enter a weight such as 2.5 lb, 40 oz, or 500 g."],
  [{ sku: "x".repeat(61) }, "sku", "60 characters at most."],
  [{ label: "" }, "label", "Enter a name for the size."],
  [{ label: "m" }, "label", "Another size already has this name."],
  [{ label: "x".repeat(41) }, "label", "40 characters at most."],
  [{ price: "-1" }, "price", "A price cannot be negative."],
  [{ discount_price: "5" }, "discount_price", "Enter a price for this size first."],
  [{ price: "5", discount_price: "5" }, "discount_price", "The discount price must be below the price."],
  [{ availability: "counted" }, "stock_count", "Enter a whole number, 0 or more."],
  [{ amount: "plenty" }, "amount", "Enter an amount such as 20 lb, 500 g, or 6 ct."],
] as const)("a size with %o has an error at its %s: %s", (wrong, field, message) => {
  const drafts = readSizeDrafts(aForm([{ label: "M" }, { label: "L", ...wrong }]));
  expect(sizeProblems(drafts)).toEqual({ [sizeField("1", field)]: message });
});
