import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../tests/running-shop.ts";
import type { Database } from "./open-database.ts";
import { hashVersions, planUpgrade, type SchemaSource, upgradeSchema } from "./schema-upgrade.ts";

const TABLES = "create table public.box (id int, label text); alter table public.box enable row level security;";
const COUNT = `create function public.count_boxes(min_id int) returns bigint language sql set search_path = ''
  as $$ select count(*) from public.box where id >= min_id $$;
  comment on function public.count_boxes(int) is 'Counts boxes.';
  grant execute on function public.count_boxes(int) to anon;`;

/** Creates a source with a database of its own; each test uses it and changes its text. */
async function openStore(text: string): Promise<{ admin: Database["admin"]; source: SchemaSource; folder: string }> {
  const own = await openTestDatabase();
  // The schema of the store itself stays as it is.
  const schema = `records_${randomUUID().slice(0, 8)}`;
  const folder = mkdtempSync(join(tmpdir(), "calabash-changes-"));
  onTestFinished(async () => {
    await own.close();
    rmSync(folder, { recursive: true });
  });
  const baseline = {
    version: "1.0.0",
    takenOver: { versions: hashVersions(["02", "01"]), code: "" },
    remedy: "Start version 0.9 once.",
  };
  const source = { schema, owner: "shop_owner", version: "1.9.0", text, changes: folder, baseline };
  await upgradeSchema(own.admin, source);
  return { admin: own.admin, source, folder };
}

test("a new database is created once, and all changes count as applied", async () => {
  const { admin, source, folder } = await openStore(TABLES + COUNT);
  expect(await upgradeSchema(admin, source)).toEqual({
    isNew: false,
    isTakenOver: false,
    changes: [],
    code: [],
    breaks: [],
  });
  writeFileSync(join(folder, "01_widen.sql"), "alter table public.box add column width int;");
  const later = { ...source, schema: "later_records", text: "create table public.other_box (id int);" };
  expect(await upgradeSchema(admin, later)).toMatchObject({ isNew: true });
  expect((await planUpgrade(admin, later)).changes).toEqual([]);
  expect([...(await admin`select text from later_records.applied_schema`)]).toEqual([{ text: later.text }]);
});

test("changes and code are applied in one transaction, and a failing change leaves the old code and tables", async () => {
  const { admin, source, folder } = await openStore(TABLES + COUNT);
  await admin`insert into public.box values (1, 'a'), (5, 'b')`;
  const text = TABLES.replace("label text", "label text, width int") + COUNT.replace(">= min_id", "> min_id");
  writeFileSync(join(folder, "01_widen.sql"), "alter table public.box add column width int;");
  writeFileSync(join(folder, "02_fail.sql"), "alter table public.box add column depth int; select 1 / 0;");
  const next = { ...source, text };
  expect(await planUpgrade(admin, next)).toMatchObject({
    changes: ["01_widen.sql", "02_fail.sql"],
    code: ["function public.count_boxes"],
  });
  await expect(upgradeSchema(admin, next)).rejects.toMatchObject({
    message: "The change 02_fail.sql failed: division by zero. It was rolled back.",
  });
  expect([...(await admin`select public.count_boxes(5) as count, * from public.box where id = 5`)]).toEqual([
    { count: "1", id: 5, label: "b" },
  ]);
  expect((await planUpgrade(admin, source)).code, "the previous version starts again").toEqual([]);

  writeFileSync(join(folder, "02_fail.sql"), "update public.box set width = 1;");
  expect(await upgradeSchema(admin, next)).toMatchObject({ changes: ["01_widen.sql", "02_fail.sql"] });
  expect([...(await admin`select public.count_boxes(5) as count, * from public.box where id = 5`)]).toEqual([
    { count: "0", id: 5, label: "b", width: 1 },
  ]);
});

test("an applied change with other content is rejected by name before anything happens", async () => {
  const { admin, source, folder } = await openStore(TABLES);
  writeFileSync(join(folder, "01_widen.sql"), "alter table public.box add column width int;");
  await upgradeSchema(admin, source);
  writeFileSync(join(folder, "01_widen.sql"), "alter table public.box add column width bigint;");
  writeFileSync(join(folder, "02_deepen.sql"), "alter table public.box add column depth int;");
  await expect(upgradeSchema(admin, source)).rejects.toMatchObject({
    message: expect.stringContaining("The change 01_widen.sql was applied to this database with other content"),
    remedy: expect.stringContaining("Put back the file"),
  });
  expect((await admin`select * from public.box limit 0`).length).toBe(0);
  expect((await admin`select from information_schema.columns where column_name = 'depth'`).length).toBe(0);
});

test("a database of the listed migrations is taken over, an older or a newer one is rejected", async () => {
  const { admin, source } = await openStore(TABLES + COUNT);
  const table = admin.identifier(`${source.schema}.schema_migrations`);
  const addVersions = (versions: string[]) => admin`insert into ${table} (version) select unnest(${versions}::text[])`;
  await admin`delete from ${table}`;
  await addVersions(["01"]);
  await expect(upgradeSchema(admin, source)).rejects.toMatchObject({
    message: expect.stringContaining("by a version of the store before 1.0.0 (its last migration is 01)"),
    remedy: "Start version 0.9 once.",
  });
  await addVersions(["02"]);
  expect(await upgradeSchema(admin, source)).toMatchObject({ isTakenOver: true });
  await addVersions(["29991231"]);
  await expect(planUpgrade(admin, source)).rejects.toMatchObject({
    message: expect.stringContaining("a newer version of the store: it has the migration 29991231"),
  });
});

test("a changed function is replaced in place, with its grants and comment as declared", async () => {
  const { admin, source } = await openStore(TABLES + COUNT);
  const read = () => admin<{ oid: string; acl: string; comment: string | null }[]>`
    select oid::text, proacl::text as acl, obj_description(oid, 'pg_proc') as comment
    from pg_proc where proname = 'count_boxes'`;
  const [before] = await read();
  expect(before).toMatchObject({ acl: expect.stringContaining("anon=X"), comment: "Counts boxes." });
  const text = TABLES + COUNT.replace(/ {2}comment[^;]+;/, "").replace("to anon", "to authenticated");
  await upgradeSchema(admin, { ...source, text });
  const [after] = await read();
  expect(after).toMatchObject({ oid: before?.oid, comment: null, acl: expect.stringContaining("authenticated=X") });
  expect(after?.acl).not.toContain("anon=X");
});

test("a function with another result is created again, with the policy and the view that use it", async () => {
  const label = (result: string) => `create function public.label(box int) returns ${result} language sql
    as $$ select box::${result} $$;`;
  const users = `create view public.labels as select public.label(id) as label from public.box;
    create policy "labeled boxes" on public.box using (public.label(id) is not null);`;
  const { admin, source } = await openStore(TABLES + label("text") + users);
  await upgradeSchema(admin, { ...source, text: TABLES + label("bigint") + users });
  const [found] = await admin`
    select (select data_type from information_schema.columns where table_name = 'labels') as type,
      (select count(*)::int from pg_policies where policyname = 'labeled boxes') as policies`;
  expect(found).toEqual({ type: "bigint", policies: 1 });
});

test("a changed type is created again, with the types and functions that use it, also for open sessions", async () => {
  const types = (label: string) => `
    create type public.label as (id int, text ${label});
    comment on type public.label is 'Label.';
    create type public.shelf as (name text, labels public.label[]);
    create function public.list_shelves() returns setof public.shelf language sql
      as $$ select 'top', array[row(1, '12')::public.label] $$;
    create function public.read_label() returns text language plpgsql as $$
    declare labels public.label[] := array[row(2, '34')::public.label];
    begin return labels[1].text; end; $$;`;
  const { admin, source } = await openStore(TABLES + COUNT + types("text"));
  const next = { ...source, text: TABLES + COUNT + types("int") };
  expect((await planUpgrade(admin, next)).code).toEqual(
    "type public.label | type public.shelf | function public.list_shelves | function public.read_label".split(" | "),
  );
  await admin.session(async (sql) => {
    const read = async () =>
      (await sql`select to_json(s) as shelf, public.read_label() as label from public.list_shelves() as s`)[0];
    expect(await read()).toEqual({ shelf: { name: "top", labels: [{ id: 1, text: "12" }] }, label: "34" });
    await upgradeSchema(admin, next);
    expect(await read()).toEqual({ shelf: { name: "top", labels: [{ id: 1, text: 12 }] }, label: "34" });
  });
});

test("code that is not declared any more is dropped, and what another program created stays", async () => {
  const rule = `create function public.stop() returns trigger language plpgsql as $$ begin return null; end; $$;
    create trigger stop before insert on public.box for each row execute function public.stop();
    create policy "all boxes" on public.box using (true);`;
  const { admin, source } = await openStore(TABLES + COUNT + rule);
  await admin.script(`
    create function public.theirs() returns trigger language plpgsql as $$ begin return new; end; $$;
    create trigger theirs before insert on public.box for each row execute function public.theirs();
    create policy "their boxes" on public.box using (true)`);
  expect((await upgradeSchema(admin, { ...source, text: TABLES })).code.length).toBe(4);
  const [left] = await admin`
    select array(select tgname::text from pg_trigger where tgrelid = 'public.box'::regclass) as triggers,
      array(select polname::text from pg_policy where polrelid = 'public.box'::regclass) as policies,
      to_regproc('public.count_boxes') is null and to_regproc('public.stop') is null as is_gone`;
  expect(left).toEqual({ triggers: ["theirs"], policies: ["their boxes"], is_gone: true });
});

test("an earlier form of a function stays while it is declared", async () => {
  const next = COUNT.replaceAll("min_id int", "min_id int, max_id int").replaceAll("(int)", "(int, int)");
  const { admin, source } = await openStore(TABLES + COUNT);
  const forms = async () =>
    (
      await admin`select pg_get_function_arguments(oid) as form from pg_proc where proname = 'count_boxes' order by 1`
    ).map(({ form }) => form);
  await upgradeSchema(admin, { ...source, text: TABLES + next + COUNT });
  expect(await forms()).toEqual(["min_id integer", "min_id integer, max_id integer"]);
  await upgradeSchema(admin, { ...source, text: TABLES + next });
  expect(await forms()).toEqual(["min_id integer, max_id integer"]);
});

test("a function that a constraint calls is not dropped", async () => {
  const good = "create function public.is_good(id int) returns boolean language sql immutable as $$ select true $$;";
  const table = "create table public.crate (id int constraint good check (public.is_good(id)));";
  const { admin, source } = await openStore(good + table);
  const text = `${good.replaceAll("id int", "number int")}${table}`;
  await expect(upgradeSchema(admin, { ...source, text })).rejects.toMatchObject({
    message: expect.stringContaining('can\'t be replaced without removing constraint "good" on public.crate'),
  });
  await upgradeSchema(admin, { ...source, text: good.replace("true", "id > 0") + table });
  await expect(admin`insert into public.crate values (0)`).rejects.toThrow("good");
});

test("a program of an older version leaves the code of a newer one in place", async () => {
  const { admin, source } = await openStore(TABLES + COUNT);
  const newer = { ...source, version: "1.10.0", text: TABLES + COUNT.replace(">=", ">") };
  await upgradeSchema(admin, newer);
  expect(await upgradeSchema(admin, source)).toMatchObject({ changes: [], code: [], breaks: [] });
  expect((await planUpgrade(admin, newer)).code, "the newer code is still there").toEqual([]);
  await upgradeSchema(admin, { ...source, version: "1.10.1" });
  expect((await planUpgrade(admin, newer)).code, "released under a higher version, it replaces the code").toEqual([]);
  const [found] = await admin`select prosrc like '%>=%' as is_old from pg_proc where proname = 'count_boxes'`;
  expect(found).toEqual({ is_old: true });
});

test("tables are locked in the order in which the schema creates them, so that a request ends in no deadlock", async () => {
  const { admin, source, folder } = await openStore(`${TABLES}\ncreate table public.lid (id int);`);
  writeFileSync(
    join(folder, "01_widen.sql"),
    "alter table public.lid add column width int;\nalter table public.box add column width int;",
  );
  const { promise: isUpgradeWaiting, resolve: upgradeWaits } = Promise.withResolvers<void>();
  const { promise: hasBox, resolve: takeBox } = Promise.withResolvers<void>();
  const request = admin.begin(async (sql) => {
    await sql`select * from public.box`;
    takeBox();
    await isUpgradeWaiting;
    await sql`select * from public.lid`;
  });
  await hasBox;
  const lines: string[] = [];
  const upgrade = upgradeSchema(admin, source, { print: (line) => lines.push(line) });
  await expect
    .poll(
      async () => (await admin`select from pg_locks where relation = 'public.box'::regclass and not granted`).length,
    )
    .toBe(1);
  upgradeWaits();
  await request;
  expect((await upgrade).changes).toEqual(["01_widen.sql"]);
  expect(lines).toEqual([]);
});
