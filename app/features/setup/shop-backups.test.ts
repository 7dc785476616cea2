import { expect, test } from "vitest";
import { type ListedBackups, placesText, sizeText } from "./shop-backups.ts";

test("backup sizes are in kilobytes, and from a million bytes in megabytes", () => {
  expect([1, 1499, 999_499, 1_000_000, 12_345_678].map(sizeText)).toEqual(
    "1 kB | 1 kB | 999 kB | 1.0 MB | 12.3 MB".split(" | "),
  );
});

test("with a bucket, a backup states where it is stored, as far as known", () => {
  const textFor = (places: ("here" | "bucket")[], bucket: ListedBackups["bucket"]) =>
    placesText({ name: "", madeAt: "", bytes: 1, isComplete: true, places }, { backups: [], bucket });
  const good = { place: "market", problem: null };
  const away = { place: "market", problem: "The bucket market answered: (503)" };
  expect(textFor(["here"], null)).toBeNull();
  expect([
    textFor(["here", "bucket"], good),
    textFor(["bucket"], good),
    textFor(["here"], good),
    textFor(["here"], away),
  ]).toEqual([
    "Here and in the cloud storage",
    "Only in the cloud storage",
    "Not in the cloud storage",
    "Cloud storage not checked",
  ]);
});
