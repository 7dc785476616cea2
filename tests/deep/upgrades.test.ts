import { randomUUID } from "node:crypto";
import type { Sql } from "@calabash/data-service/database";
import { expect, inject, onTestFinished, test } from "vitest";
import { hasCommit, LAST_COMMIT_BEFORE_BASELINE } from "#scripts/test-environment/previous-release.ts";
import { migrateShop, seedShop } from "#server/database/prepare-database.ts";
import { createSchemaOf } from "../earlier-database.ts";
import { openCopy } from "../test-database.ts";

/**
 * Filled from a file at each start; counts the changes of public content; code that lists the moves between statuses and
 * the limits; computed from product_sizes.
 */
const WRITTEN_BY_UPGRADES: readonly string[] = [
  "private.zip_centers",
  "private.limits",
  "public.content_version",
  "public.order_status_moves",
  "public.products.sizes",
];

/** Lists the tables and their columns. */
function readColumns(admin: Sql) {
  return admin<{ name: string; columns: string[] }[]>`
    select relnamespace::regnamespace || '.' || relname as name, array_agg(quote_ident(attname) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and relnamespace in (
      'public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
    group by pg_class.oid`;
}

/** Counts the rows of each table, and hashes these columns of them. */
async function readRows(admin: Sql, tables: Awaited<ReturnType<typeof readColumns>>): Promise<Map<string, unknown>> {
  const rows = new Map<string, unknown>();
  for (const { name, columns } of tables.filter((table) => !WRITTEN_BY_UPGRADES.includes(table.name))) {
    const compared = columns.filter((column) => !WRITTEN_BY_UPGRADES.includes(`${name}.${column}`));
    const text = `row(${compared.join(", ")})::text`;
    const found = await admin.run(`select count(*), md5(string_agg(${text}, '' order by ${text})) from ${name}`, []);
    rows.set(name, found.rows[0]);
  }
  return rows;
}

test("an upgrade from the last commit before 1.0.0 keeps every row, account, image, and order", async (context) => {
  if (!hasCommit(LAST_COMMIT_BEFORE_BASELINE)) context.skip("git does not have that commit here: fetch its history");
  const database = await openCopy(inject("databaseUrl"), "none");
  onTestFinished(() => database.close());
  await createSchemaOf(LAST_COMMIT_BEFORE_BASELINE, database);
  await seedShop(database, { shopMode: "demo", files: { add: async () => randomUUID() } as never });
  const tables = await readColumns(database.admin);
  const before = await readRows(database.admin, tables);
  await migrateShop(database);
  expect(await readRows(database.admin, tables)).toEqual(before);
  expect((await database.admin`select count(*)::int as count from public.orders`)[0]?.["count"]).toBeGreaterThan(5);
  // Identity values continue after the highest existing one.
  await database.admin`insert into public.discount_codes ${database.admin.rows([{ code: "AFTER", percent: 5 }])}`;
});
