import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../tests/running-shop.ts";
import { connect } from "./connect.ts";
import { applyMigrations } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";

const folder = mkdtempSync(join(tmpdir(), "calabash-migrations-"));
const set = { folder, schema: "test_migrations" };

const database = await openTestDatabase();
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

test("concurrent starts apply each migration once", async () => {
  writeFileSync(join(folder, "004_add_more.sql"), "insert into public.shelf values (4);");
  await Promise.all([applyMigrations(database.admin, set), applyMigrations(database.admin, set)]);
  expect((await database.admin`select id from public.shelf where id = 4`).length).toBe(1);
});

test("a migration without its lock reports the likely holder, and is applied when it is free", async () => {
  const locked = { folder: join(folder, "locked"), schema: "locked_migrations" };
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
    applyMigrations(database.admin, locked, { ...wait, maxTries: 2, print: (line) => lines.push(line) }),
  ).rejects.toMatchObject({
    message: expect.stringMatching(/020_widen_tray\.sql could not get its lock .*"a report"/),
    remedy: expect.stringContaining("pg_terminate_backend"),
  });
  expect(lines).toHaveLength(1);
  const print = (line: string) => {
    lines.push(line);
    finish();
  };
  expect(await applyMigrations(database.admin, locked, { ...wait, maxTries: 1000, print })).toEqual([
    "020_widen_tray.sql",
  ]);
  await holding;
  await holder.end();
  expect((await database.admin`select current_setting('lock_timeout') as value`)[0]).toEqual({ value: "0" });
});

test("a migration in a deadlock with a request yields, and is applied afterwards", async () => {
  const crossing = { folder: join(folder, "crossing"), schema: "crossing_migrations" };
  mkdirSync(crossing.folder);
  writeFileSync(
    join(crossing.folder, "010_create.sql"),
    "create table public.jar (id int); create table public.lid (id int);",
  );
  await applyMigrations(database.admin, crossing);
  // Lock the second table only once the request waits for the first table or has ended.
  writeFileSync(
    join(crossing.folder, "020_widen.sql"),
    `alter table public.jar add column name text;
    do $$ begin
      while exists (select from pg_locks where relation = 'public.lid'::regclass)
        and not exists (select from pg_locks where relation = 'public.jar'::regclass and not granted)
      loop
        perform pg_sleep(0.001);
      end loop;
    end $$;
    alter table public.lid add column name text;`,
  );
  const request = connect(database.adminUrl, { max: 2, applicationName: "a request" });
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const countLocks = async () =>
    (await request`select from pg_locks where relation = 'public.jar'::regclass and mode = 'AccessExclusiveLock'`)
      .length;
  const requesting = request.begin(async (sql) => {
    await sql`select * from public.lid`;
    lock();
    await expect.poll(countLocks).toBe(1);
    return sql`select count(*)::int as count from public.jar`;
  });
  await isLocked;
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  expect(await applyMigrations(database.admin, crossing, { pauseMs: 1, print })).toEqual(["020_widen.sql"]);
  expect([...(await requesting)]).toEqual([{ count: 0 }]);
  expect(lines.length).toBeGreaterThan(0);
  await request.end();
});

test("a database with a migration that this version lacks is rejected", async () => {
  const copy = await openTestDatabase();
  await copy.admin`insert into data_service.schema_migrations (version) values ('9999')`;
  const open = () =>
    openDatabase({ databaseUrl: copy.adminUrl, dataDir: "", password: "", owner: "test", print: () => undefined });
  await expect(open()).rejects.toMatchObject({ message: expect.stringContaining("the migration 9999") });
  await copy.close();
});
