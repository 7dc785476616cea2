import { mkdirSync } from "node:fs";
import { findDatabaseFiles } from "@calabash/data-service/database";
import { expect, test } from "vitest";
import { aFolder } from "#tests/a-folder.ts";
import { requireFreeSpace } from "./free-space.ts";

test("a store without space for its database does not start, and says how much it needs", async () => {
  const dataDir = aFolder();
  const start = (megabytes: number) => requireFreeSpace(dataDir, async () => megabytes * 1e6);
  await expect(start(299)).rejects.toThrow(`The disk of ${dataDir} has 299 MB free; the store needs 300 MB to start.`);
  await start(300);
  mkdirSync(findDatabaseFiles(dataDir), { recursive: true });
  await expect(start(49)).rejects.toThrow("the store needs 50 MB to start");
  await start(50);
  await requireFreeSpace(dataDir);
});
