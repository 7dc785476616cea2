import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { createSchema } from "#server/settings/create-schema.ts";
import { MIGRATIONS } from "#server/settings/prepare-database.ts";
import { LOAD_ORDER } from "#supabase/load-order.ts";
import { describeDatabase } from "./describe-database.ts";
import { applyShopMigrations, openCopy } from "./test-database.ts";

const SUPABASE = join(import.meta.dirname, "..", "supabase");

test("every schema file has its place in the load order", () => {
  const files = readdirSync(join(SUPABASE, "schemas"), { recursive: true, encoding: "utf8" });
  expect([...LOAD_ORDER].sort()).toEqual(files.filter((file) => file.endsWith(".sql")).sort());
});

test("the schema files and the migrations create the same database", async () => {
  const migrated = await openCopy(inject("databaseUrl"), "none");
  onTestFinished(() => migrated.close());
  await applyShopMigrations(migrated.admin, readdirSync(MIGRATIONS));
  const declared = await openCopy(inject("databaseUrl"), "none");
  onTestFinished(() => declared.close());
  await declared.admin.begin(createSchema);

  // Migrations that change products or settings also increment the content version.
  const described = async (database: typeof migrated) =>
    (await describeDatabase(database.admin)).filter((line) => !line.startsWith("row of public.content_version"));
  expect(await described(declared)).toEqual(await described(migrated));
});

test("the description shows a single added or removed table, function, grant, or row", async () => {
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
