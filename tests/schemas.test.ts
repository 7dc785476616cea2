import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { upgradeSchema } from "@calabash/data-service/database";
import { expect, test } from "vitest";
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
import { openDatabaseForTest } from "./running-shop.ts";

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
test.for(
  previous !== null && readReleaseSchema(previous).hasBaseline
    ? [LAST_COMMIT_BEFORE_BASELINE, previous]
    : [LAST_COMMIT_BEFORE_BASELINE],
)("a database of the earlier commit %s becomes the same as a new one", async (commit, context) => {
  if (!hasCommit(commit)) context.skip("git does not have that commit here: fetch its history");
  const upgraded = await openDatabaseForTest("none");
  await createSchemaOf(commit, upgraded);
  const plan = await migrateShop(upgraded);
  expect(plan.isNew).toBe(false);
  // Calls that are running would fail without a type that they use.
  expect(plan.code).not.toContain("type private.priced_order");
  const fresh = await openDatabaseForTest();

  // Changes of products or settings also increment the content version.
  const described = async (database: typeof upgraded) =>
    (await describeDatabase(database.admin)).filter((line) => !line.startsWith("row of public.content_version"));
  expect(await described(upgraded)).toEqual(await described(fresh));
  expect(await migrateShop(upgraded)).toEqual({ isNew: false, isTakenOver: false, changes: [], code: [], breaks: [] });
});
/** Results of functions, and columns of results, whose shape no type describes: json and jsonb, by the reason. */
const FREE_SHAPES: Record<string, string> = {
  "one file, with all that is stored about a customer": "private.order_data public.export_customer",
  "an accounting export, each with columns of its own": "private.list_booked_money.line public.export_accounting",
  "facts of an email, stored with what its kind adds": "private.order_facts",
  "a row as a list of cells": "private.cell_result.row private.product_cells public.list_product_rows.rows",
  "those cells of a row that changed, or that a file has": `
    private.bulk_cells private.cell_change.cells private.changed_cells private.item_image private.match_import_rows.cells private.offer_image
    private.product_image private.read_import_cell private.read_import_cells private.read_import_pictures
    private.sale_of_cells private.size_image private.validate_import_rows.after private.validate_import_rows.before
    public.save_changes`,
  "a problem, whose code decides which other fields it has": `
    private.barcode_error private.cell_problem private.cell_result.reasons
    private.import_errors private.match_import_rows.problem
    private.validate_import_rows.reasons`,
  "JSON that processes or functions of the version before read": `
    private.current_cart private.desk_header private.price_refund_lines private.weigh_cart public.desk_changes
    public.linked_order public.read_desk public.report_sales public.report_stock`,
  "the lines of a request, as they came": "private.check_cart private.check_order_lines",
  "the value of a jsonb column":
    "private.chosen_of private.current_choice_groups private.current_sizes private.linked_line.choices private.payment_facts",
  "keys are data: ids of lines, filters": `
    private.desk_card.packed_pounds private.pick_list.packed_pounds public.filter_products.counts`,
};

test("every result of a function has a type, except where its shape is free", async () => {
  const database = await openDatabaseForTest();
  const rows = await database.admin<{ name: string }[]>`
    with results as (
      select format('%s.%s', pronamespace::regnamespace, proname) as name, pronamespace as namespace, prorettype as type
      from pg_proc where prokind = 'f'
      union all
      select format('%s.%s.%s', pronamespace::regnamespace, proname, proargnames[place]), pronamespace,
        proallargtypes[place]
      from pg_proc cross join generate_subscripts(proallargtypes, 1) as place where proargmodes[place] in ('o', 't')
      union all
      select format('%s.%s.%s', relnamespace::regnamespace, relname, attname), relnamespace, atttypid
      from pg_attribute join pg_class on pg_class.oid = attrelid where relkind = 'c'
    )
    select name from results
    where namespace in ('public'::regnamespace, 'private'::regnamespace)
      and type in ('json'::regtype, 'jsonb'::regtype, 'json[]'::regtype, 'jsonb[]'::regtype)`;
  const listed = Object.values(FREE_SHAPES).flatMap((names) => names.trim().split(/\s+/));
  expect(rows.map(({ name }) => name).sort()).toEqual(listed.sort());
});

test("re-applying all functions, views, triggers, and policies gives the same database", async () => {
  const database = await openDatabaseForTest();
  const before = await describeDatabase(database.admin);
  await database.admin`drop table supabase_migrations.applied_schema`;
  const { baseline, ...source } = readShopSchema();
  const nothingKnown = { ...source, baseline: { ...baseline, takenOver: { ...baseline.takenOver, code: "" } } };
  expect((await upgradeSchema(database.admin, nothingKnown)).code.length).toBeGreaterThan(900);
  expect(await describeDatabase(database.admin)).toEqual(before);
});

test("the description shows a single added or removed table, function, grant, or row", async () => {
  const database = await openDatabaseForTest();
  let before = await describeDatabase(database.admin);
  for (const change of [
    "create table public.shelf (id int)",
    "alter table public.products add column shelf text",
    "alter table public.products alter column name drop not null",
    "comment on column public.products.name is 'What it is called.'",
    "grant delete on public.orders to authenticated",
    "create or replace function private.is_admin() returns boolean language sql as 'select true'",
    'drop policy "managers manage products" on public.products',
    "drop trigger before_order_write on public.orders",
    "update private.limits set max_count = 31",
  ]) {
    await database.admin.script(change);
    const after = await describeDatabase(database.admin);
    expect([change, after]).not.toEqual([change, before]);
    before = after;
  }
});
