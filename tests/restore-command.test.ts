import { mkdirSync } from "node:fs";
import { findDatabaseFiles } from "@calabash/data-service/database";
import { expect, test } from "vitest";
import { runProgram } from "#scripts/test-environment/shop-process.ts";
import { aFolder } from "./a-folder.ts";

test("a store whose keys are in a secret is restored only after a confirmation", async () => {
  const dataDir = aFolder();
  mkdirSync(findDatabaseFiles(dataDir), { recursive: true });
  const { exitCode, output } = await runProgram("restore", { DATA_DIR: dataDir }, "no-such-backup.tar.gz");
  expect(exitCode).toBe(1);
  expect(output).toContain("already contains a store");
});
