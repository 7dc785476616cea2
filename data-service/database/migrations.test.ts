import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

test("a database made by the steps that are one file now is taken as it is, and keeps its rows", async () => {
  const folded = { folder: join(folder, "folded"), schema: "folded_migrations", owner: null };
  mkdirSync(folded.folder);
  writeFileSync(join(folded.folder, "010_create_box.sql"), "create table public.box (id int);");
  writeFileSync(join(folded.folder, "011_fill_box.sql"), "insert into public.box values (1);");
  await applyMigrations(database.admin, folded);
  for (const file of ["010_create_box.sql", "011_fill_box.sql"]) rmSync(join(folded.folder, file));
  writeFileSync(join(folded.folder, "020_create_box.sql"), "create table public.box (id int);");
  writeFileSync(join(folded.folder, "021_add_more.sql"), "insert into public.box values (2);");
  const now = { ...folded, folded: { last: "011", into: "020" } };

  expect(await applyMigrations(database.admin, now)).toEqual(["021_add_more.sql"]);
  expect(await applyMigrations(database.admin, now)).toEqual([]);
  expect([...(await database.admin`select id from public.box order by id`)]).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a database that stopped on the way there is refused with the way out, and left alone", async () => {
  const folded = { folder: join(folder, "halfway"), schema: "halfway_migrations", owner: null };
  mkdirSync(folded.folder);
  writeFileSync(join(folded.folder, "010_create_crate.sql"), "create table public.crate (id int);");
  await applyMigrations(database.admin, folded);
  writeFileSync(join(folded.folder, "020_create_crate.sql"), "create table public.crate (id int);");

  await expect(
    applyMigrations(database.admin, { ...folded, folded: { last: "011", into: "020" } }),
  ).rejects.toMatchObject({
    message: expect.stringContaining("made by an older version of the shop (its last migration is 010)"),
    remedy: expect.stringContaining("the migration 011"),
  });
  const rows = await database.admin`select version from halfway_migrations.schema_migrations`;
  expect(rows.map((row) => row["version"])).toEqual(["010"]);
});
