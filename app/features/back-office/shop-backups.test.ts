import { expect, test } from "vitest";
import { sizeText } from "./shop-backups.ts";

test("sizes of backups are told in kilobytes, and from a million bytes on in megabytes", () => {
  expect([1, 1499, 999_499, 1_000_000, 12_345_678].map(sizeText)).toEqual([
    "1 kB",
    "1 kB",
    "999 kB",
    "1.0 MB",
    "12.3 MB",
  ]);
});
