import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "#tests/running-shop.ts";
import { applyMigrations } from "./migrations.ts";
import type { Database } from "./open-database.ts";

let database: Database;
const folder = mkdtempSync(join(tmpdir(), "calabash-migrations-"));
const set = { folder, schema: "test_migrations", owner: null };

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test("migrations are applied in order, each once, and a failing one leaves nothing behind", async () => {
  writeFileSync(join(folder, "001_create_shelf.sql"), "create table public.shelf (id int);");
  writeFileSync(join(folder, "002_fill_shelf.sql"), "insert into public.shelf values (1);");
  expect(await applyMigrations(database.admin, set)).toEqual(["001_create_shelf.sql", "002_fill_shelf.sql"]);
  expect(await applyMigrations(database.admin, set)).toEqual([]);

  writeFileSync(
    join(folder, "003_break_shelf.sql"),
    "insert into public.shelf values (2); alter table public.shelf add column name text; select nothing_like_this();",
  );
  await expect(applyMigrations(database.admin, set)).rejects.toMatchObject({
    message: expect.stringContaining("003_break_shelf.sql failed"),
    remedy: expect.any(String),
  });
  expect([...(await database.admin`select * from public.shelf`)]).toEqual([{ id: 1 }]);

  writeFileSync(join(folder, "003_break_shelf.sql"), "insert into public.shelf values (3);");
  expect(await applyMigrations(database.admin, set)).toEqual(["003_break_shelf.sql"]);
});

test("two starts at once apply each migration once", async () => {
  writeFileSync(join(folder, "004_add_more.sql"), "insert into public.shelf values (4);");
  await Promise.all([applyMigrations(database.admin, set), applyMigrations(database.admin, set)]);
  const rows = await database.admin`select id from public.shelf where id = 4`;
  expect(rows.length).toBe(1);
});
