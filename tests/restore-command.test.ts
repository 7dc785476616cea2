import { mkdirSync, rmSync } from "node:fs";
import { findDatabaseFiles } from "@calabash/data-service/database";
import { expect, onTestFinished, test } from "vitest";
import { newDataDir, runProgram } from "#scripts/test-environment/shop-process.ts";

test("a store whose keys are in a secret is restored only after a confirmation", async () => {
  const dataDir = newDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(findDatabaseFiles(dataDir), { recursive: true });
  const { exitCode, output } = await runProgram("restore", { DATA_DIR: dataDir }, "no-such-backup.tar.gz");
  expect(exitCode).toBe(1);
  expect(output).toContain("already contains a store");
});
