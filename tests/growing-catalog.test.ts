import { expect, test } from "vitest";
import { categories } from "#app/features/catalog/categories.ts";
import { blockOf, patched, readGuide } from "./guide-blocks.ts";
import { openDatabaseForTest } from "./running-shop.ts";

/** Checks what the guides of docs/how-to to product fields, categories, and languages state. */
const [COLUMN, READ, LIST, SHOW] = readGuide("add-a-product-field");
const [LANGUAGE = ""] = readGuide("add-a-language");

async function openShop() {
  const database = await openDatabaseForTest();
  return database.admin;
}

test("a new product column appears in every category view with its permissions", async () => {
  const sql = await openShop();
  await sql.script(blockOf(COLUMN, "sql"));
  for (const { table } of categories) {
    const [rights] = await sql`
      select has_column_privilege('anon', ${`public.${table}`}, 'roast', 'select') as read,
        has_column_privilege('anon', ${`public.${table}`}, 'roast', 'update') as written_by_guests,
        has_column_privilege('authenticated', ${`public.${table}`}, 'roast', 'update') as written`;
    expect([table, rights]).toEqual([table, { read: true, written_by_guests: false, written: true }]);
  }
  const [rights] = await sql`
    select has_column_privilege('authenticated', 'public.products', 'roast', 'insert') as added,
      has_column_privilege('authenticated', 'public.products', 'roast', 'update') as changed,
      has_column_privilege('anon', 'public.products', 'roast', 'insert') as added_by_guests`;
  expect(rights).toEqual({ added: true, changed: true, added_by_guests: false });
});

test("internal product columns cannot be written and are in no category view", async () => {
  const sql = await openShop();
  await sql.script("select private.show_products()");
  const computed = ["is_sold_out", "sizes", "few_left", "quantity_prices", "is_snap_eligible"];
  for (const column of ["id", "pictures_ready", "created_at", "img1_object", ...computed]) {
    const [rights] = await sql`
      select has_column_privilege('authenticated', 'public.products', ${column}, 'insert') as added,
        has_column_privilege('authenticated', 'public.products', ${column}, 'update') as changed`;
    expect([column, rights]).toEqual([column, { added: false, changed: false }]);
  }
  const shown = await sql`
    select column_name from information_schema.columns where table_name = 'condiments' and column_name = any (
      ${["archived_at", "pictures_ready", "created_at", "img1_object", "img2_object"]})`;
  expect(shown).toEqual([]);
});

test("the guides to product fields and languages fit the files that they change", () => {
  for (const [file, part] of [
    ["supabase/schemas/catalog/products.sql", COLUMN],
    ["app/features/catalog/product.ts", READ],
    ["app/features/catalog/product-fields.ts", LIST],
    ["app/features/catalog/product-attributes.ts", SHOW],
  ] as const) {
    expect(patched(file, blockOf(part, "diff"))).toContain("roast");
  }
  const [locales, languages] = [...LANGUAGE.matchAll(/```diff\n([\s\S]*?)```/g)].map(([, diff = ""]) => diff);
  expect(patched("app/messages/locales.ts", locales ?? "")).toContain("Português");
  expect(patched("supabase/schemas/base/languages.sql", languages ?? "")).toContain("'pt'");
});
