import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CopiedDatabase, copyIn, type Database, type Sql } from "@calabash/data-service/database";
import { extract } from "tar";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { MIGRATIONS, migrateShop } from "#server/settings/prepare-database.ts";
import { RENAMED_COLUMNS, RENAMED_TABLES } from "#server/settings/upgrade-to-baseline.ts";
import { describeDatabase } from "../describe-database.ts";
import { openCopy } from "../test-database.ts";

/** A store of the last version before the baseline: its schema, its migration versions, and a row in every table. */
const FIXTURE = join(import.meta.dirname, "..", "fixtures", "before-baseline.tar.gz");
/** Tables filled by the program, not by people. */
const PROGRAM_TABLES = ["public.order_statuses", "public.order_status_moves"];

const folder = mkdtempSync(join(tmpdir(), "calabash-upgrade-"));
const read = (file: string) => readFileSync(join(folder, file), "utf8");

/** Columns that the baseline adds; the upgrade fills them. */
const ADDED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  "private.search_documents": ["heads"],
  "public.store_settings": ["delivery_summary", "whatsapp_number"],
};

beforeAll(() => extract({ file: FIXTURE, cwd: folder }));
afterAll(() => rmSync(folder, { recursive: true }));

async function openStoreBeforeBaseline(): Promise<Database> {
  const database = await openCopy(inject("databaseUrl"), "none");
  onTestFinished(() => database.close());
  await database.admin.begin(async (sql) => {
    await sql`select set_config('role', 'shop_owner', true)`;
    await sql.script(read("schema.sql"));
  });
  await database.admin.script(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, name text, statements text[])`);
  await database.admin`
    insert into supabase_migrations.schema_migrations (version) select unnest(${read("versions.txt").trim().split("\n")}::text[])`;
  const copied = JSON.parse(read("made.json")) as CopiedDatabase;
  await copyIn(database.adminUrl, folder, {
    ...copied,
    tables: copied.tables.map((table) => ({ ...table, file: join("tables", table.file) })),
  });
  return database;
}

/** Reads every row of every table as JSON, by table name. */
async function readRows(admin: Sql): Promise<Map<string, string[]>> {
  const tables = await admin<{ name: string }[]>`
    select relnamespace::regnamespace || '.' || relname as name from pg_class
    where relkind = 'r' and relnamespace in (
      'public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)`;
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const found = await admin.run(`select to_jsonb(t)::text as row from ${name} as t`, []);
    rows.set(name, found.rows.map(({ row }) => String(row)).sort());
  }
  return rows;
}

/** Returns the rows sorted, with renamed columns and without columns added since. */
function inOrder(
  rows: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
  added: readonly string[] = [],
): string[] {
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(JSON.parse(row) as object)
          .filter(([column]) => !added.includes(column))
          .map(([column, value]) => [renamed[column] ?? column, value])
          .sort(),
      ),
    )
    .sort();
}

async function countRows(admin: Sql): Promise<Record<string, number>> {
  return Object.fromEntries([...(await readRows(admin))].map(([name, rows]) => [name, rows.length]));
}

// Runs hundreds of statements on its database, which takes minutes while other tests run.
test("an upgrade from before the baseline keeps every row, account, image, and order", {
  timeout: 300_000,
}, async () => {
  const database = await openStoreBeforeBaseline();
  const before = await readRows(database.admin);
  const fresh = await openCopy(inject("databaseUrl"), "the shop's");
  onTestFinished(() => fresh.close());
  const structure = (things: string[]) => things.filter((thing) => !thing.startsWith("row of "));

  const [baseline = "", ...later] = readdirSync(MIGRATIONS)
    .sort()
    .map((file) => file.replace(/_.*/, ""));
  await migrateShop(database, new Set([baseline]));

  const upgraded = await readRows(database.admin);
  for (const [name, rows] of before) {
    if (PROGRAM_TABLES.includes(name)) continue;
    expect([name, inOrder(upgraded.get(RENAMED_TABLES[name] ?? name) ?? [], {}, ADDED_COLUMNS[name])]).toEqual([
      name,
      inOrder(rows, RENAMED_COLUMNS[name]),
    ]);
  }
  const documents = upgraded.get("private.search_documents") ?? [];
  expect(documents.filter((row) => (JSON.parse(row) as { heads: string[] }).heads.length === 0)).toEqual([]);
  const [record] = await database.admin`
    select delivery_summary is not distinct from private.delivery_summary() as is_current,
      (delivery_summary is null) = (select count(*) = 0 from public.delivery_zones) as is_there
    from public.store_settings`;
  expect(record).toEqual({ is_current: true, is_there: true });
  expect(before.get("public.orders")?.length).toBeGreaterThan(50);
  for (const version of later) {
    const counted = await countRows(database.admin);
    await migrateShop(database, new Set([version]));
    const now = await countRows(database.admin);
    // A migration may add rows, such as default synonyms.
    const lost = Object.entries(counted).filter(([table, count]) => (now[table] ?? 0) < count);
    expect([version, lost]).toEqual([version, []]);
  }
  // Customers from before the migration have the figures that triggers would have counted.
  const miscounted = await database.admin`
    with sums as (
      select coalesce(user_id::text, private.guest_key(customer_email, delivery_phone_number)) as key,
        count(paid_at) as order_count, sum(paid_amount - refunded_amount) as spend, max(paid_at) as last_order_at
      from public.orders where user_id is not null or channel = 'counter' group by 1
    )
    select coalesce(customers.email, sums.key) as customer, sums.order_count
    from private.customers full join sums on sums.key = coalesce(customers.user_id::text, customers.guest_key)
    where (customers.id is null and sums.key is not null)
      or (customers.order_count, customers.spend) is distinct from (coalesce(sums.order_count, 0), coalesce(sums.spend, 0))
      or customers.last_order_at is distinct from sums.last_order_at`;
  expect([...miscounted].filter(({ customer }) => customer !== null)).toEqual([]);
  const [counted] = await database.admin`
    select count(*) filter (where user_id is not null)::int as accounts, count(guest_key)::int as guests,
      count(phone)::int as phones, (select count(*)::int from public.profiles) as profiles
    from private.customers`;
  expect(counted).toMatchObject({ accounts: counted?.["profiles"] });
  expect(Number(counted?.["guests"]) * Number(counted?.["phones"])).toBeGreaterThan(0);
  expect(structure(await describeDatabase(database.admin))).toEqual(structure(await describeDatabase(fresh.admin)));
  // Identity values continue after the highest existing one.
  await database.admin`insert into public.discount_codes ${database.admin.rows([{ code: "AFTER", percent: 5 }])}`;
  expect(await migrateShop(database), "a second start has no migrations to apply").toEqual([]);
});

test("a database older than the last version before the baseline is rejected and unchanged", async () => {
  const database = await openStoreBeforeBaseline();
  await database.admin`delete from supabase_migrations.schema_migrations where version > '20261127'`;
  await expect(migrateShop(database)).rejects.toMatchObject({
    message: expect.stringContaining("an older version of the store (its last migration is 20261126000200)"),
    remedy: expect.stringContaining("rev-list -n 1 HEAD -- 'supabase/migrations/20261127400500*'"),
  });
  const [orders] = await database.admin`select count(*)::int as count from public.orders`;
  expect(orders?.["count"]).toBeGreaterThan(50);
});

test("a row that the new schema rejects stops the upgrade and leaves the database unchanged", async () => {
  const database = await openStoreBeforeBaseline();
  await database.admin.script(`
    set session_replication_role = replica;
    insert into public.packed_lines (order_item_id, order_id) values (-1, gen_random_uuid());
    reset session_replication_role`);
  const before = await readRows(database.admin);
  await expect(migrateShop(database)).rejects.toMatchObject({
    message: expect.stringContaining("The upgrade failed: A row references a missing row"),
  });
  expect(await readRows(database.admin)).toEqual(before);
});
