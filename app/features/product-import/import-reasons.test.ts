import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inLocale, openTranslations } from "#server/base/locale.ts";
import { reasonsText, reasonText } from "./import-reasons.ts";

openTranslations();

const SCHEMAS = join(import.meta.dirname, "..", "..", "..", "supabase", "schemas");
/** Codes of reasons and of skipped rows, of a `case`, and of `import_errors`; those of unreadable cells have a prefix. */
const CODE = /"(?:code|problem)": "(\w+)"|(?:'code',|undo_skip_reason =) '(\w+)'(?! \|\|)|^ {6}\('(\w+)', /gm;
const CASE = /(?:'code',|undo_skip_reason =) case\s.*?\bend\b/gs;
const CASE_CODE = /(?:then|else) '(\w+)'(?! \|\|)/g;
const CELL = /cell_problem\('(\w+)'/g;
const COLUMNS = /typed_columns constant text\[\] := array\[(.*?)\]/s;

test("every reason that an import can store has a text", () => {
  const sql = ["catalog/inventory-items", "products/bulk-changes", "products/imports", "products/product-table"]
    .map((file) => readFileSync(join(SCHEMAS, `${file}.sql`), "utf8"))
    .join("\n");
  const cases = [...sql.matchAll(CASE)].join(" ");
  const columns = [...(COLUMNS.exec(sql)?.[1] ?? "").matchAll(/'(\w+)'/g), ...sql.matchAll(CELL)];
  const codes = [
    ...[...sql.matchAll(CODE), ...cases.matchAll(CASE_CODE)].map((found) => found.slice(1).find(Boolean) ?? ""),
    ...columns.map(([, name]) => `invalid_${name}`),
  ];
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter((code) => reasonText({ code }) === code)).toEqual([]);
});

test("reasons are shown in the page's language, and those of earlier imports as they were stored", () => {
  const reasons = [{ code: "invalid_price", value: "x" }, { code: "name_required" }, { code: "Gift cards are new." }];
  expect(reasonsText(reasons)).toBe(
    '"x" is not a price. Enter a number such as 4.99. Name is required. Gift cards are new.',
  );
  expect(inLocale("es", () => reasonsText(reasons.slice(0, 2)))).toBe(
    "«x» no es un precio. Escriba un número como 4.99. El nombre es obligatorio.",
  );
  expect(inLocale("es", () => reasonsText([{ code: "too_long", column: "name", count: 200 }]))).toMatch("«nombre»");
  expect(reasonsText([])).toBe("");
});
