import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CSV_COLUMNS, FORM_COLUMNS, PRODUCT_FIELDS } from "#app/features/catalog/product-fields.ts";
import { productDraftRow, readProductDraft } from "./product-draft.ts";

const schema = readFileSync("supabase/schemas/catalog/products.sql", "utf8");
const table = schema.slice(schema.indexOf("create table public.products"));
const columns = [...table.slice(0, table.indexOf("\n);")).matchAll(/^ {2}(?!constraint|check|--)(\w+) /gm)].map(
  ([, column]) => column,
);
const imports = readFileSync("supabase/schemas/products/imports.sql", "utf8");

test("every column of products is in the list of fields", () => {
  expect(columns.length).toBeGreaterThan(25);
  expect(Object.keys(PRODUCT_FIELDS).toSorted()).toEqual(columns.toSorted());
});

test("every column of products can be edited, or the list says why not", () => {
  const silent = Object.entries(PRODUCT_FIELDS).filter(
    ([, field]) => !("text" in field || "hasOwnControl" in field || "notEdited" in field),
  );
  expect(silent).toEqual([]);
});

test("every column of products is in the CSV file, or the list says why not", () => {
  const silent = Object.entries(PRODUCT_FIELDS).filter(
    ([, field]) => !("csv" in field || "notImported" in field || "notEdited" in field),
  );
  expect(silent).toEqual([]);
});

test("the product form writes the columns that the list gives it", () => {
  const images = ["img1", "img2", "img1_alt", "img2_alt"];
  const written = Object.keys(productDraftRow(readProductDraft(new FormData())));
  expect([...written, ...images].toSorted()).toEqual(FORM_COLUMNS.toSorted());
});

test("the database's import reads every column of the CSV file", () => {
  expect(CSV_COLUMNS.filter((column) => !new RegExp(`['"]${column}['"]`).test(imports))).toEqual([]);
});
