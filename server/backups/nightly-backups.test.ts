import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "#tests/a-folder.ts";
import { IncompleteBackup } from "./create-backup.ts";
import { createNightlyBackups } from "./nightly-backups.ts";
import { backupName } from "./stored-backups.ts";

/** A store in Texas with a fake clock and a temporary folder. */
function openNights() {
  const folder = aFolder();
  const nights = {
    now: new Date("2026-11-22T08:59:00Z"),
    fails: false,
    missing: 0,
    alerts: [] as string[],
    made: 0,
    /** Nights with a backup by any process. */
    claimed: new Set<string>(),
    hasFiles: true,
  };
  const backups = createNightlyBackups({
    folder,
    make: async () => {
      if (nights.fails) throw new Error("The disk is full.");
      nights.made += 1;
      writeFileSync(join(folder, backupName(nights.now, nights.missing === 0)), "");
      if (nights.missing > 0) throw new IncompleteBackup("a.tar.gz", { missing: nights.missing, named: 257 });
    },
    copies: null,
    claims: {
      claim: async (night) => !nights.claimed.has(night),
      finish: async (night) => void nights.claimed.add(night),
    },
    hasFiles: async () => nights.hasFiles,
    readTimeZone: async () => "America/Chicago",
    raiseAlert: async (message) => nights.alerts.push(message),
    logError: () => undefined,
    now: () => nights.now,
  });
  const at = (time: string) => {
    nights.now = new Date(time);
    return backups.runIfDue();
  };
  return { nights, at, folder };
}

test("a backup is made once per night from 3:00 AM, and immediately if a night was missed", async () => {
  const { at } = openNights();
  expect(await at("2026-11-22T08:59:00Z"), "no backup yet").toBe(true);
  expect(await at("2026-11-22T09:00:00Z"), "3:00 AM in Texas").toBe(true);
  expect(await at("2026-11-22T09:10:00Z")).toBe(false);
  expect(await at("2026-11-23T08:59:00Z")).toBe(false);
  expect(await at("2026-11-23T09:00:00Z")).toBe(true);
  expect(await at("2026-11-26T20:00:00Z"), "the store was closed for days").toBe(true);
  // Daylight saving starts on March 14, 2027: 3:00 AM is an hour earlier in UTC.
  expect(await at("2027-03-13T09:00:00Z")).toBe(true);
  expect(await at("2027-03-14T07:59:00Z")).toBe(false);
  expect(await at("2027-03-14T09:00:00Z")).toBe(true);
});

test("a failed backup is retried, and raises an alert once the last good one is older than 36 hours", async () => {
  const { nights, at } = openNights();
  await at("2026-11-22T09:00:00Z");
  nights.fails = true;
  expect(await at("2026-11-23T09:00:00Z")).toBe(false);
  expect(nights.alerts).toEqual([]);
  await at("2026-11-23T21:01:00Z");
  expect(nights.alerts).toEqual([
    "The backup failed: The disk is full. The last good backup is from 2026-11-22T09:00:00.000Z. See the store's log.",
  ]);
  nights.fails = false;
  expect(await at("2026-11-23T21:11:00Z")).toBe(true);
});

test("a store without any backup raises an alert at the first failure", async () => {
  const { nights, at } = openNights();
  nights.fails = true;
  await at("2026-11-22T09:00:00Z");
  expect(nights.alerts[0]).toContain("There is no backup yet");
});

test("old backups are deleted after each nightly backup", async () => {
  const { at, folder } = openNights();
  for (let night = 1; night <= 29; night += 1) await at(`2026-11-${String(night).padStart(2, "0")}T09:00:00Z`);
  expect(readdirSync(folder)).toHaveLength(10);
});

test("a backup that lacks stored files raises an alert at once, and older backups stay", async () => {
  const { nights, at, folder } = openNights();
  for (let night = 1; night <= 20; night += 1) await at(`2026-11-${String(night).padStart(2, "0")}T09:00:00Z`);
  const complete = readdirSync(folder);
  nights.missing = 256;
  for (const night of [21, 22, 23]) await at(`2026-11-${night}T09:00:00Z`);
  expect(nights.alerts[0]).toContain("256 of 257 stored files");
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(complete));
  expect(await at("2026-11-23T09:10:00Z"), "one backup per night").toBe(false);
  expect(nights.made).toBe(23);
  nights.fails = true;
  await at("2026-11-24T09:00:00Z");
  expect(nights.alerts.at(-1)).toContain("The last good backup is from 2026-11-20T09:00:00.000Z");
});

test("a night's backup by another process is not repeated", async () => {
  const { nights, at } = openNights();
  nights.claimed.add("2026-11-22");
  expect(await at("2026-11-22T09:00:00Z")).toBe(false);
  expect(await at("2026-11-23T09:00:00Z")).toBe(true);
  expect([nights.made, nights.alerts]).toEqual([1, []]);
});

test("a machine without the stored files waits an hour for another one to make the backup", async () => {
  const { nights, at } = openNights();
  nights.hasFiles = false;
  expect(await at("2026-11-22T09:59:00Z")).toBe(false);
  expect(await at("2026-11-22T10:00:00Z")).toBe(true);
});
