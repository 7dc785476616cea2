import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../tests/running-shop.ts";
import { DatabaseUnavailable } from "../database/database-error.ts";
import type { RequestPools } from "../database/request-pools.ts";
import { cleanUpStorage } from "./cleanup.ts";
import { createObjectFiles, FilesUnavailable, type ObjectFiles } from "./object-files.ts";
import { createStoredObjects, SERVICE } from "./stored-objects.ts";

const folder = mkdtempSync(join(tmpdir(), "calabash-sweep-"));
const files = createObjectFiles(folder);
const LATER = new Date(Date.now() + 2 * 3600 * 1000);

const database = await openTestDatabase();
await database.admin`insert into storage.buckets (id, name) values ('letters', 'letters')`;
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const addRow = (name: string, version: string) =>
  database.admin`insert into storage.objects (bucket_id, name, version) values ('letters', ${name}, ${version})`;
const rows = async () =>
  (await database.admin`select name from storage.objects order by name`).map((row) => row["name"]);

test("cleanup removes files without a row; rows without a file stay and are counted", async () => {
  const whole = await files.add(Buffer.from("whole"));
  const orphan = await files.add(Buffer.from("orphan"));
  const lost = await files.add(Buffer.from("lost"));
  writeFileSync(join(folder, `${orphan}.part`), "half");
  await addRow("whole.txt", whole);
  await addRow("lost.txt", lost);
  await files.remove(lost);

  expect(await cleanUpStorage(database.requests, files)).toEqual({ removed: 0, named: 2, missing: 1 });
  expect(readdirSync(folder)).toHaveLength(3);

  expect(await cleanUpStorage(database.requests, files, LATER)).toEqual({ removed: 2, named: 2, missing: 1 });
  expect(await rows()).toEqual(["lost.txt", "whole.txt"]);
  expect(readdirSync(folder)).toEqual([whole]);
});

/** Replaces an object while the file store or the database fails. */
async function replaceObject(name: string, failing: { sql?: RequestPools; files?: ObjectFiles }) {
  const errors: unknown[] = [];
  const objects = createStoredObjects(failing.sql ?? database.requests, failing.files ?? files, {
    maxPictureBytes: 1e6,
    logError: (error) => errors.push(error),
  });
  const place = { bucket: "letters", name };
  const bytes = Buffer.from(`new ${name}`);
  const upload = { bytes, contentType: "text/plain", cacheControl: "no-cache", userMetadata: "" };
  const stored = await objects.store(SERVICE, place, "", "replace", upload).catch((error: unknown) => error);
  const { version } = await objects.findAny(place);
  return { stored, errors, content: readFileSync(join(folder, version), "utf8") };
}

test("a replaced object has its new file, even if the old one cannot be removed", async () => {
  const old = await files.add(Buffer.from("old"));
  await addRow("replaced.txt", old);
  const remove = async (version: string) => {
    if (version === old) throw new FilesUnavailable("The bucket does not respond.");
    await files.remove(version);
  };
  const { stored, errors, content } = await replaceObject("replaced.txt", { files: { ...files, remove } });
  expect([stored, content]).toEqual([expect.any(String), "new replaced.txt"]);
  expect(errors).toEqual([expect.any(FilesUnavailable)]);
});

test("a replaced object has its new file, even if the database's response was lost", async () => {
  await addRow("unanswered.txt", await files.add(Buffer.from("old")));
  const { files: pool } = database.requests;
  const withConnection: typeof pool.withConnection = async (work, statement) => {
    const result = await pool.withConnection(work, statement);
    if (statement?.startsWith("update storage.objects")) throw new DatabaseUnavailable("No answer.");
    return result;
  };
  const sql = { ...database.requests, files: Object.assign(Object.create(pool), { withConnection }) };
  const { stored, content } = await replaceObject("unanswered.txt", { sql });
  expect([stored, content]).toEqual([expect.any(DatabaseUnavailable), "new unanswered.txt"]);
});

test("with one of 257 files restored, cleanup keeps all 257 rows and reports 256 missing files", async () => {
  const restored = createObjectFiles(mkdtempSync(join(folder, "restored-")));
  const one = await restored.add(Buffer.from("restored"));
  await database.admin`delete from storage.objects`;
  await addRow("one.txt", one);
  await database.admin`
    insert into storage.objects (bucket_id, name, version)
    select 'letters', 'lost ' || place, gen_random_uuid()::text from generate_series(1, 256) as place`;
  const counts = { removed: 0, named: 257, missing: 256 };
  expect(await cleanUpStorage(database.requests, restored, LATER)).toEqual(counts);
  expect(await rows()).toHaveLength(257);
  expect(await cleanUpStorage(database.requests, restored, LATER), "at the next start too").toEqual(counts);
});

test("a file whose row was deleted manually is removed at the next start", async () => {
  const version = await files.add(Buffer.from("by hand"));
  await addRow("by hand.txt", version);
  await database.admin`delete from storage.objects where name = 'by hand.txt'`;
  expect(readdirSync(folder)).toContain(version);
  await cleanUpStorage(database.requests, files);
  expect(readdirSync(folder)).not.toContain(version);
});

test("if none of the rows' files are in a folder, cleanup removes nothing from it", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "calabash-sweep-"));
  const anotherUser = createObjectFiles(elsewhere);
  await anotherUser.add(Buffer.from("theirs"));
  expect(await cleanUpStorage(database.requests, anotherUser, LATER)).toEqual({ removed: 0, named: 257, missing: 257 });
  expect(await rows()).toHaveLength(257);
  expect(readdirSync(elsewhere)).toHaveLength(1);
  rmSync(elsewhere, { recursive: true, force: true });
});

test("guests and users can neither read nor fill the list of discarded files", async () => {
  const held = await database.admin`
    select grantee, privilege_type from information_schema.role_table_grants
    where table_schema = 'storage' and table_name = 'discarded_files'
      and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC') order by 2`;
  expect(held.map((row) => `${row["grantee"]} ${row["privilege_type"]}`)).toEqual([
    "service_role DELETE",
    "service_role SELECT",
  ]);
});
