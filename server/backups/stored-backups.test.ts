import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "#tests/a-folder.ts";
import { backupName, listRetainedBackups, readBackupName, removeOldBackups } from "./stored-backups.ts";

const at = (time: string, isComplete = true) => ({ name: time, madeAt: new Date(time), isComplete });
const names = (backups: { name: string }[]) => backups.map(({ name }) => name).sort();

test("the last seven nightly backups are kept, and one for each of the last four weeks", () => {
  const nights = Array.from({ length: 365 }, (_, night) =>
    at(new Date(Date.UTC(2026, 10, 22, 9) - night * 86_400_000).toISOString()),
  );
  // November 22, 2026 is a Sunday, the last day of its week.
  expect(names(listRetainedBackups(nights))).toEqual(
    [
      ...["2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17", "2026-11-16"],
      ...["2026-11-15", "2026-11-08", "2026-11-01"],
    ]
      .map((day) => `${day}T09:00:00.000Z`)
      .sort(),
  );
});

test("the backups of the last 24 hours are kept, and the last one of each earlier day", () => {
  const retained = listRetainedBackups([
    at("2026-11-20T08:00:00Z"),
    at("2026-11-20T20:00:00Z"),
    at("2026-11-20T09:00:00Z"),
    at("2026-11-22T08:00:00Z"),
    at("2026-11-22T20:00:00Z"),
  ]);
  expect(names(retained)).toEqual(["2026-11-20T20:00:00Z", "2026-11-22T08:00:00Z", "2026-11-22T20:00:00Z"]);
});

test("the name of a backup contains its time, and whether it is complete", () => {
  const madeAt = new Date("2026-11-22T08:00:00Z");
  const names = [backupName(madeAt), backupName(madeAt, false)];
  expect(names).toEqual(["calabash-20261122T080000Z.tar.gz", "calabash-20261122T080000Z-incomplete.tar.gz"]);
  expect(names.map(readBackupName)).toEqual([
    { name: names[0], madeAt, isComplete: true },
    { name: names[1], madeAt, isComplete: false },
  ]);
});

test("an incomplete backup replaces no complete one, and is deleted after a day", () => {
  const complete = Array.from({ length: 7 }, (_, day) => at(`2026-11-0${day + 1}T09:00:00Z`));
  const incomplete = Array.from({ length: 20 }, (_, day) => at(`2026-11-${day + 10}T09:00:00Z`, false));
  expect(names(listRetainedBackups([...complete, ...incomplete]))).toEqual([
    ...names(complete),
    "2026-11-29T09:00:00Z",
  ]);
});

test("nights without a backup do not count toward the seven", () => {
  const days = ["11-22", "11-19", "11-12", "11-05", "10-01", "09-01", "08-01", "07-01"];
  expect(listRetainedBackups(days.map((day) => at(`2026-${day}T09:00:00Z`)))).toHaveLength(7);
});

test("leftovers of killed backups are deleted after a day, and other files stay", async () => {
  const folder = aFolder();
  const now = new Date("2026-11-22T09:00:00Z");
  const changedAt = (name: string, hoursAgo: number) => {
    const time = new Date(now.getTime() - hoursAgo * 3_600_000);
    utimesSync(join(folder, name), time, time);
  };
  for (const [backup, hoursAgo] of [
    ["calabash-20261120T090000Z.tar.gz", 48],
    ["calabash-20261122T080000Z.tar.gz", 1],
  ] as const) {
    for (const name of [backup, `${backup}.7.part`]) writeFileSync(join(folder, name), "");
    mkdirSync(join(folder, `${backup}.7`));
    writeFileSync(join(folder, `${backup}.7`, "manifest.json"), "");
    for (const name of [backup, `${backup}.7.part`, `${backup}.7`]) changedAt(name, hoursAgo);
  }
  writeFileSync(join(folder, "notes.7"), "");
  changedAt("notes.7", 48);

  expect(await removeOldBackups(folder, now)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual([
    "calabash-20261120T090000Z.tar.gz",
    "calabash-20261122T080000Z.tar.gz",
    "calabash-20261122T080000Z.tar.gz.7",
    "calabash-20261122T080000Z.tar.gz.7.part",
    "notes.7",
  ]);
});
