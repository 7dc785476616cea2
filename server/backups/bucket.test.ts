import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@calabash/data-service/database";
import { expect, test } from "vitest";
import { aFolder } from "#tests/a-folder.ts";
import { anS3Store } from "#tests/s3-store.ts";
import { openBucket } from "./bucket.ts";
import { checkBucket } from "./check-bucket.ts";
import { downloadBackup } from "./download-backup.ts";
import { createBackupUploads } from "./upload-backups.ts";

const nameOf = (day: string) => `calabash-202611${day}T090000Z.tar.gz`;

/** Returns a folder with a backup for each of these days of November, and its uploads. */
async function openCopies(days: string[], prefix = "") {
  const store = await anS3Store();
  const folder = aFolder();
  for (const day of days) writeFileSync(join(folder, nameOf(day)), `night ${day}`);
  const reports = { alerts: [] as string[], errors: [] as unknown[], now: new Date("2026-11-22T10:00:00Z") };
  const bucket = openBucket({ ...store.settings, prefix });
  const copies = createBackupUploads({
    folder,
    bucket,
    raiseAlert: async (message) => reports.alerts.push(message),
    logError: (error) => reports.errors.push(error),
    now: () => reports.now,
  });
  return { store, folder, bucket, copies, reports };
}

test("a large backup is uploaded in parts, byte for byte, and can be downloaded", async () => {
  const { store, folder, bucket } = await openCopies([]);
  const content = randomBytes(20 * 1024 * 1024 + 7);
  const file = join(folder, nameOf("21"));
  writeFileSync(file, content);
  await bucket.put(file);
  expect(store.objects.get(nameOf("21"))?.equals(content)).toBe(true);
  expect(store.requests.filter((each) => each.includes("partNumber="))).toHaveLength(3);
  expect(store.uploads.size, "no partial upload is left").toBe(0);
  const back = join(aFolder(), "back");
  expect(await bucket.fetchTo(nameOf("21"), back)).toBe(true);
  expect(readFileSync(back).equals(content)).toBe(true);
  expect(statSync(back).mode & 0o777).toBe(0o600);
  expect(await bucket.fetchTo(nameOf("20"), join(aFolder(), "none"))).toBe(false);
});

test("an upload with a rejected part stores nothing", async () => {
  const { store, folder, bucket } = await openCopies([]);
  const file = join(folder, nameOf("21"));
  writeFileSync(file, Buffer.alloc(12 * 1024 * 1024));
  store.failing = (_method, _key, query) => query.get("partNumber") === "2";
  await expect(bucket.put(file)).rejects.toThrow("AccessDenied");
  expect([store.objects.size, store.uploads.size]).toEqual([0, 0]);
});

test("the bucket keeps the same backups as the folder, and other objects in it stay", async () => {
  const november = Array.from({ length: 22 }, (_, day) => String(day + 1).padStart(2, "0"));
  const { store, folder, copies } = await openCopies(november.slice(-3), "texas/");
  store.pageSize = 5;
  for (const day of november.slice(0, 19)) store.objects.set(`texas/${nameOf(day)}`, Buffer.from("old"));
  for (const key of [nameOf("01"), "texas/notes.txt", "texas/elsewhere/x"]) store.objects.set(key, Buffer.from("mine"));
  expect(await copies.send()).toBeNull();
  expect([...store.objects.keys()].sort()).toEqual(
    [
      ...["01", "08", "15", "16", "17", "18", "19", "20", "21", "22"].map((day) => `texas/${nameOf(day)}`),
      ...[nameOf("01"), "texas/notes.txt", "texas/elsewhere/x"],
    ].sort(),
  );
  expect((await copies.list())[0]).toEqual({
    name: nameOf("22"),
    madeAt: new Date("2026-11-22T09:00:00Z"),
    isComplete: true,
    bytes: "night 22".length,
  });
  expect(readdirSync(folder)).toHaveLength(3);
  const count = store.requests.length;
  await copies.send();
  expect(store.requests.length, "no request without new backups").toBe(count);
});

test("a failed upload raises an alert at once if the bucket is empty, otherwise after 36 hours, and is retried", async () => {
  const { store, folder, copies, reports } = await openCopies(["20"]);
  store.failing = (method) => method === "PUT";
  expect(await copies.send()).toContain("AccessDenied");
  expect(reports.alerts).toEqual([expect.stringContaining("The bucket has no known backup. See the store's log.")]);
  store.failing = () => false;
  expect(await copies.send()).toBeNull();
  writeFileSync(join(folder, nameOf("21")), "night 21");
  store.failing = (method) => method === "PUT";
  reports.now = new Date("2026-11-21T21:00:00Z");
  expect(await copies.send()).toContain("AccessDenied");
  expect(reports.alerts, "36 hours").toHaveLength(1);
  reports.now = new Date("2026-11-21T21:00:01Z");
  await copies.send();
  expect(reports.alerts[1]).toContain("The last good backup in the bucket is from 2026-11-20T09:00:00.000Z");
  store.failing = () => false;
  expect([await copies.send(), copies.lastProblem()]).toEqual([null, null]);
  expect([...store.objects.keys()]).toEqual([nameOf("20"), nameOf("21")]);
});

test("no error message contains a key, even if the bucket's server quotes one", async () => {
  const store = await anS3Store();
  const { settings } = store;
  const reports: unknown[] = [];
  for (const each of [
    { ...settings, accessKeyId: "AKIASOMEBODYELSE" },
    { ...settings, secretAccessKey: "mistyped" },
    { ...settings, name: "elsewhere" },
    { ...settings, endpoint: `http://127.0.0.1:${await findFreePort()}` },
  ]) {
    const copies = createBackupUploads({
      folder: aFolder(),
      bucket: openBucket(each),
      raiseAlert: async (message) => reports.push(message),
      logError: (error) => reports.push(error, JSON.stringify(error), (error as Error).stack),
    });
    await copies.list().catch((error: unknown) => reports.push(error));
    writeFileSync(join(aFolder(), "x"), "");
    await copies.send();
  }
  store.failing = () => true;
  await openBucket(settings)
    .tryWriting()
    .catch((error: unknown) => reports.push(error));
  const text = reports
    .map((each) => (each instanceof Error ? `${each.message} ${JSON.stringify({ ...each })}` : each))
    .join("\n");
  for (const code of ["InvalidAccessKeyId", "SignatureDoesNotMatch", "NoSuchBucket", "ECONNREFUSED", "AccessDenied"]) {
    expect(text).toContain(code);
  }
  for (const secret of ["AKIASOMEBODYELSE", "mistyped", settings.accessKeyId, settings.secretAccessKey]) {
    expect(text).not.toContain(secret);
  }
});

test("the doctor writes to the bucket, leaves no object, and reports the last backup's age", async () => {
  const store = await anS3Store();
  const now = new Date("2026-11-22T21:00:00Z");
  const look = async (mayWrite: boolean) =>
    (await checkBucket(store.settings, { now, mayWrite })).map(({ level, text }) => `${level}: ${text}`);
  expect(await checkBucket(null, { now, mayWrite: true })).toEqual([]);
  const place = `market at ${new URL(store.settings.endpoint ?? "").host}`;
  const inTheClear = `note: Backups are sent to ${place} unencrypted, with all accounts and keys.`;
  expect(await look(true)).toEqual([
    `good: The bucket ${place} accepts writes.`,
    "note: No backups in the bucket yet.",
    inTheClear,
  ]);
  expect(store.objects.size).toBe(0);
  store.objects.set(nameOf("21"), Buffer.from("x"));
  store.requests.length = 0;
  store.objects.set("calabash-20261122T090000Z-incomplete.tar.gz", Buffer.from("x"));
  expect(await look(false)).toEqual(["good: The last backup in the bucket is 36 hours old.", inTheClear]);
  expect(
    store.requests.every((each) => each.startsWith("GET ")),
    "a check writes nothing",
  ).toBe(true);
  store.failing = (method) => method === "PUT";
  expect((await look(true))[0]).toContain("wrong: The bucket market");
});

test("a backup is downloaded once, and an empty name lists the backups", async () => {
  const { store, bucket } = await openCopies([]);
  const folder = join(aFolder(), "backups");
  store.objects.set(nameOf("20"), Buffer.from("night 20"));
  store.objects.set(nameOf("21"), Buffer.from("night 21"));
  const get = (name: string) => downloadBackup({ bucket, name, folder, print: () => undefined });
  for (const name of ["", nameOf("19"), "../keys.json"]) {
    expect(await get(name).catch((error: unknown) => error)).toMatchObject({
      remedy: `Available backups, newest first: s3:${nameOf("21")}, s3:${nameOf("20")}.`,
    });
  }
  const file = await get(nameOf("20"));
  expect([file, readFileSync(file, "utf8")]).toEqual([join(folder, nameOf("20")), "night 20"]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  store.objects.clear();
  expect(await get(nameOf("20")), "the backup is already local").toBe(file);
  store.objects.set(nameOf("21"), Buffer.from("night 21"));
  store.failing = (method, key) => method === "GET" && key !== "";
  await expect(get(nameOf("21"))).rejects.toThrow("AccessDenied");
  expect(existsSync(join(folder, nameOf("21")))).toBe(false);
  expect(readdirSync(folder)).toEqual([nameOf("20")]);
});
