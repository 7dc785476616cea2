import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findDatabaseFiles } from "@calabash/data-service/database";
import { expect, onTestFinished, test } from "vitest";
import { COMPILED_ONCE, newDataDir } from "#scripts/test-environment/shop-process.ts";

test("a store whose keys are in a secret is restored only after a confirmation", () => {
  const dataDir = newDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(findDatabaseFiles(dataDir), { recursive: true });
  const script = join(import.meta.dirname, "..", "scripts", "restore.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "no-such-backup.tar.gz"], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, ...COMPILED_ONCE } as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stdout + stderr).toContain("already contains a store");
});
