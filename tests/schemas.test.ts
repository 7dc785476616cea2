import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { describeDatabase } from "./describe-database.ts";
import { openCopy } from "./test-database.ts";

/** The one place to read and to change; `supabase/migrations/` says how a database gets there. */
const SCHEMAS = join(import.meta.dirname, "..", "supabase", "schemas");

test("the schema files and the migrations make the same database", async () => {
  const migrated = await openCopy(inject("databaseUrl"), "the shop's");
  onTestFinished(() => migrated.close());
  const declared = await openCopy(inject("databaseUrl"), "none");
  onTestFinished(() => declared.close());
  for (const file of readdirSync(SCHEMAS).sort()) {
    const text = readFileSync(join(SCHEMAS, file), "utf8");
    await declared.admin.begin(async (sql) => {
      await sql`select set_config('role', 'shop_owner', true)`;
      await sql.script(text);
    });
  }

  expect(await describeDatabase(declared.admin)).toEqual(await describeDatabase(migrated.admin));
});

test("the description tells one table, function, right or row more or less", async () => {
  const database = await openCopy(inject("databaseUrl"), "the shop's");
  onTestFinished(() => database.close());
  let before = await describeDatabase(database.admin);
  for (const change of [
    "create table public.shelf (id int)",
    "alter table public.products add column shelf text",
    "alter table public.products alter column name drop not null",
    "comment on column public.products.name is 'What it is called.'",
    "grant delete on public.orders to authenticated",
    "create or replace function private.is_admin() returns boolean language sql as 'select true'",
    'drop policy "managers add products" on public.products',
    "drop trigger prepare_order on public.orders",
    "update private.limits set max_count = 31",
  ]) {
    await database.admin.script(change);
    const after = await describeDatabase(database.admin);
    expect([change, after]).not.toEqual([change, before]);
    before = after;
  }
});
