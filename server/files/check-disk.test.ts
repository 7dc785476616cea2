import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkDisk, freeSpaceFinding } from "./check-disk.ts";

test.for([
  [100e6, "wrong", "0.1 GB free on the disk of the data folder."],
  [1.5e9, "note", "1.5 GB free on the disk of the data folder."],
  [40e9, "good", "40.0 GB free on the disk of the data folder."],
] as const)("%d free bytes are %s", ([bytes, level, text]) => {
  expect(freeSpaceFinding(bytes)).toMatchObject({ subject: "Disk", level, text });
});

test("before the data folder exists, the disk of its parent counts", async () => {
  const { text } = await checkDisk(join(tmpdir(), "not", "there"));
  expect(text).toMatch(/^\d+\.\d GB free/);
});
