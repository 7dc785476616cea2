import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { upgradeSchema } from "@calabash/data-service/database";
import { expect, inject, onTestFinished, test } from "vitest";
import {
  findPreviousRelease,
  hasCommit,
  LAST_COMMIT_BEFORE_BASELINE,
  readReleaseSchema,
} from "#scripts/test-environment/previous-release.ts";
import { migrateShop } from "#server/database/prepare-database.ts";
import { readShopSchema } from "#server/database/shop-schema.ts";
import { LOAD_ORDER } from "#supabase/load-order.ts";
import { describeDatabase } from "./describe-database.ts";
import { createSchemaOf } from "./earlier-database.ts";
import { openCopy } from "./test-database.ts";

const SUPABASE = join(import.meta.dirname, "..", "supabase");

test("every schema file has its place in the load order", () => {
  const files = readdirSync(join(SUPABASE, "schemas"), { recursive: true, encoding: "utf8" });
  expect([...LOAD_ORDER].sort()).toEqual(files.filter((file) => file.endsWith(".sql")).sort());
});

test("no schema file uses the factories of tests", () => {
  const uses = LOAD_ORDER.filter((file) => /\btesting\b/.test(readFileSync(join(SUPABASE, "schemas", file), "utf8")));
  expect(uses).toEqual([]);
});

/** The previous release, and the last commit before 1.0.0, whose database later commits before 1.0.0 have, too. */
const previous = findPreviousRelease();
const EARLIER =
  previous !== null && readReleaseSchema(previous).hasBaseline
    ? [LAST_COMMIT_BEFORE_BASELINE, previous]
    : [LAST_COMMIT_BEFORE_BASELINE];

test.for(EARLIER)("a database of the earlier commit %s becomes the same as a new one", async (commit, context) => {
  if (!hasCommit(commit)) context.skip("git does not have that commit here: fetch its history");
  const upgraded = await openCopy(inject("databaseUrl"), "none");
  onTestFinished(() => upgraded.close());
  await createSchemaOf(commit, upgraded);
  expect(await migrateShop(upgraded)).toMatchObject({ isNew: false });
  const fresh = await openCopy(inject("databaseUrl"), "the shop's");
  onTestFinished(() => fresh.close());

  // Changes of products or settings also increment the content version.
  const described = async (database: typeof upgraded) =>
    (await describeDatabase(database.admin)).filter((line) => !line.startsWith("row of public.content_version"));
  expect(await described(upgraded)).toEqual(await described(fresh));
  expect(await migrateShop(upgraded)).toEqual({ isNew: false, isTakenOver: false, changes: [], code: [], breaks: [] });
});
test("re-applying all functions, views, triggers, and policies gives the same database", async () => {
  const database = await openCopy(inject("databaseUrl"), "the shop's");
  onTestFinished(() => database.close());
  const before = await describeDatabase(database.admin);
  await database.admin`drop table supabase_migrations.applied_schema`;
  const { baseline, ...source } = readShopSchema();
  const nothingKnown = { ...source, baseline: { ...baseline, takenOver: { ...baseline.takenOver, code: "" } } };
  expect((await upgradeSchema(database.admin, nothingKnown)).code.length).toBeGreaterThan(900);
  expect(await describeDatabase(database.admin)).toEqual(before);
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
    "drop trigger before_order_write on public.orders",
    "update private.limits set max_count = 31",
  ]) {
    await database.admin.script(change);
    const after = await describeDatabase(database.admin);
    expect([change, after]).not.toEqual([change, before]);
    before = after;
  }
});
