import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SHOP_MIGRATIONS } from "#server/start/prepare-database.ts";
import { openTestDatabase } from "#tests/running-shop.ts";
import { connect } from "./connect.ts";
import { applyMigrations } from "./migrations.ts";
import { type Database, openDatabase } from "./open-database.ts";

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
    remedy: expect.stringContaining("rev-list -n 1 HEAD -- 'supabase/migrations/011*'"),
  });
  const rows = await database.admin`select version from halfway_migrations.schema_migrations`;
  expect(rows.map((row) => row["version"])).toEqual(["010"]);
});

test("a migration that cannot get its lock says who may hold it, and is applied once it can", async () => {
  const locked = { folder: join(folder, "locked"), schema: "locked_migrations", owner: null };
  mkdirSync(locked.folder);
  writeFileSync(join(locked.folder, "010_create_tray.sql"), "create table public.tray (id int);");
  await applyMigrations(database.admin, locked);
  writeFileSync(join(locked.folder, "020_widen_tray.sql"), "alter table public.tray add column name text;");
  const holder = connect(database.adminUrl, { max: 1, applicationName: "a report" });
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const holding = holder.begin(async (sql) => {
    await sql`select * from public.tray`;
    lock();
    await isDone;
  });
  await isLocked;
  const wait = { lockTimeoutMs: 20, pauseMs: 1 };
  const lines: string[] = [];
  await expect(
    applyMigrations(database.admin, locked, { ...wait, maxTries: 2, say: (line) => lines.push(line) }),
  ).rejects.toMatchObject({
    message: expect.stringMatching(/020_widen_tray\.sql could not get its lock .*"a report"/),
    remedy: expect.stringContaining("pg_terminate_backend"),
  });
  expect(lines).toHaveLength(1);
  const say = (line: string) => {
    lines.push(line);
    finish();
  };
  expect(await applyMigrations(database.admin, locked, { ...wait, maxTries: 1000, say })).toEqual([
    "020_widen_tray.sql",
  ]);
  await holding;
  await holder.end();
  const [setting] = await database.admin`select current_setting('lock_timeout') as value`;
  expect(setting).toEqual({ value: "0" });
});

test("a program refuses a database with migrations that it lacks, and changes nothing", async () => {
  const versions = ["20261122080000", "29991231000000"];
  const copy = await openTestDatabase();
  await copy.admin.script(`
    delete from data_service.schema_migrations where version = '0011';
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, name text, statements text[]);`);
  const open = () =>
    openDatabase({
      databaseUrl: copy.adminUrl,
      dataDir: "",
      password: "",
      owner: "test",
      say: () => undefined,
      followedBy: [SHOP_MIGRATIONS],
    });
  for (const [version, told] of [
    ["29991231000000", "a newer version of the store: it has the migration 29991231000000"],
    ["20261121000100", "an older version of the shop (its last migration is 20261121000100)"],
  ] as const) {
    await copy.admin`delete from supabase_migrations.schema_migrations`;
    const known = version > "2027" ? [...versions] : [version];
    for (const each of known)
      await copy.admin`insert into supabase_migrations.schema_migrations (version) values (${each})`;
    await expect(open()).rejects.toMatchObject({ message: expect.stringContaining(told) });
    const [own] = await copy.admin`select 1 from data_service.schema_migrations where version = '0011'`;
    expect(own, "the data service's own migrations wait, too").toBeUndefined();
  }
  await copy.admin`insert into data_service.schema_migrations (version) values ('0011'), ('9999')`;
  await expect(open()).rejects.toMatchObject({ message: expect.stringContaining("the migration 9999") });
  await copy.close();
});
