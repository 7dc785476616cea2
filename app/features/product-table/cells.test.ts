import { describe, expect, test } from "vitest";
import { keysOf } from "#app/values/typed-object.ts";
import { type CellField, cellLabel, cellText, parseCell } from "./cells.ts";
import { pastedCells, planPaste } from "./paste-cells.ts";
import { type ProductRow, productRowFromCells } from "./product-row.ts";
import { editedRow, rowsAfter } from "./save-cells.ts";

/** Returns a row as the server sends it: a list of its cells. */
const rowOf = (cells: string) => productRowFromCells(JSON.parse(`[${cells}]`));
const oil = rowOf(`7, null, "condiments", "Palm Oil", "33 oz", 14.99, 12.99, 9.99, "counted", 3, false, true,
  "/oil.webp", "shelf", 0, "OIL-33", "036000291452", "Sahel Foods", "2.5 lb"`);
const dress = rowOf(`8, null, "wears", "Dress", "", 50, null, null, "available", null, true, true,
  "", null, 1, null, null, null, null`);
const small = rowOf(`8, 5, "wears", "Dress", "S", null, null, null, "sold_out", 2, true, true,
  "", null, 0, null, null, null, null`);

const afterOf = (row: ProductRow, field: CellField, text: string) => {
  const parsed = parseCell(row, field, text);
  return parsed.kind === "edit" ? parsed.edit.after : parsed.kind === "invalid" ? parsed.message : parsed.kind;
};

describe("cells", () => {
  test("a row keeps the regular prices apart from the current offer", () => {
    expect(oil).toMatchObject({ priceCents: 1499, discountPriceCents: 1299, offerPriceCents: 999, key: "7" });
    expect(small).toMatchObject({ key: "8-5", priceCents: null });
  });

  test("a cell shows money, a count, or a status, and plain text while it is edited", () => {
    const fields = ["name", "price", "discount", "stock", "status"] as const;
    expect(fields.map((field) => cellLabel(oil, field))).toEqual(["Palm Oil", "$14.99", "$12.99", "3 left", "Visible"]);
    expect(fields.map((field) => cellText(oil, field))).toEqual(["Palm Oil", "14.99", "12.99", "3", "Visible"]);
    expect(fields.map((field) => cellLabel(small, field))).toEqual(["Dress", "As product", "", "Sold out", ""]);
    expect(cellLabel({ ...oil, hasPictures: false }, "status")).toBe("Image missing");
  });

  test.for<[ProductRow, CellField, string, unknown]>([
    [oil, "price", "15", { price: 15 }],
    [oil, "price", " $1,289.50 ", { price: 1289.5 }],
    [oil, "price", "14.990", "“14.990” is not an amount. Enter dollars and cents, such as 4.99."],
    [oil, "price", "14.99", "same"],
    [oil, "price", "", "Enter a price, such as 4.99."],
    [oil, "price", "-1", "Enter a price, such as 4.99."],
    [oil, "price", "12.99", "The discount price, $12.99, must be below it."],
    [small, "price", "", "same"],
    [small, "price", "55", { price: 55 }],
    [oil, "discount", "", { discount_price: null }],
    [oil, "discount", "14.99", "The discount price must be below the price."],
    [small, "discount", "1", "Enter a price of this size first."],
    [oil, "stock", "1,200", { availability: "counted", stock: 1200 }],
    [oil, "stock", "3", "same"],
    [oil, "stock", "Sold out", { availability: "sold_out" }],
    [oil, "stock", "", { availability: "available" }],
    [oil, "stock", "2.5", "Enter a whole number, Available, or Sold out."],
    [dress, "stock", "4", "Each size has its own stock."],
    [dress, "stock", "sold out", { availability: "sold_out" }],
    [dress, "status", "visible", { hidden: false }],
    [small, "status", "visible", "A size has the status of its product."],
    [oil, "name", "  ", "Enter a name."],
    [oil, "name", "x".repeat(201), "200 characters at most."],
    [oil, "sku", " OIL-34 ", { sku: "OIL-34" }],
    [oil, "barcode", "0 36000 29145 2", "same"],
    [oil, "barcode", "036000291453", "The check digit is wrong. Compare the number with the label."],
    [oil, "barcode", "", { barcode: "" }],
    [oil, "vendor", "Volta Farms", { vendor: "Volta Farms" }],
    [oil, "weight", "40 ounces", { weight: "40 oz" }],
    [oil, "weight", "heavy", "Enter a weight such as 2.5 lb, 40 oz, or 500 g."],
    [small, "sku", "DRESS-S", { sku: "DRESS-S" }],
    [small, "vendor", "Volta Farms", "A size has the vendor of its product."],
  ])(
    "%#: what is typed into a cell is a change, no change, or rejected with a message",
    ([row, field, text, expected]) => {
      expect(afterOf(row, field, text)).toEqual(expected);
    },
  );
});

describe("pasting", () => {
  test("cells of a spreadsheet are read by line and tab, with quotes and a last line break", () => {
    expect(pastedCells("4.99\r\n5.49\r\n")).toEqual([["4.99"], ["5.49"]]);
    expect(pastedCells("4.99\t3\n\t\n")).toEqual([
      ["4.99", "3"],
      ["", ""],
    ]);
    expect(pastedCells('"a ""b""\nc"\t1')).toEqual([['a "b"\nc', "1"]]);
    expect(pastedCells("4.99")).toEqual([["4.99"]]);
    expect(pastedCells("4.99\n\n5")).toEqual([["4.99"], [""], ["5"]]);
  });

  test("pasted values fill the cells down and to the right, and those without a cell are counted", () => {
    const plan = planPaste([oil, dress, small], 1, ["discount", "stock"], [["40", "x", "1"], ["", "2"], ["1"]]);
    expect(plan.leftOutCount).toBe(2);
    expect(plan.cells.map(({ row, field, result }) => [row.key, field, result.kind])).toEqual([
      ["8", "discount", "edit"],
      ["8", "stock", "invalid"],
      ["8-5", "discount", "same"],
      ["8-5", "stock", "edit"],
    ]);
  });
});

test("edits of one row that fail one after the other leave its saved values", () => {
  const fields = { price: "16", discount: "9", stock: "sold out" } as const;
  const edits = keysOf(fields).flatMap((field) => {
    const parsed = parseCell(oil, field, fields[field]);
    return parsed.kind === "edit" ? [{ row: oil, edit: parsed.edit }] : [];
  });
  let shown = edits.reduce((row, { edit }) => editedRow(row, edit), oil);
  for (const [place, edit] of edits.entries()) {
    shown = rowsAfter(new Map([[oil.key, shown]]), [edit], [{ kind: "rejected", message: "", row: null }])[0] ?? shown;
    if (place === 0)
      expect(shown).toMatchObject({ priceCents: 1499, discountPriceCents: 900, availability: "sold_out" });
  }
  expect(shown).toEqual(oil);
});
