import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newDataDir } from "./test-environment/shop-process.ts";

const dataDir = newDataDir();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const runKeys = (name: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, "keys.ts"), name], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });

test("an unknown command of npm run keys leaves the keys unchanged", () => {
  expect(runKeys("print").status).toBe(0);
  const keys = readFileSync(join(dataDir, "keys.json"), "utf8");
  for (const name of ["constructor", "toString", "renew"]) {
    const { status, stderr } = runKeys(name);
    expect([status, stderr]).toEqual([1, expect.stringContaining("Choose a command.")]);
  }
  expect(readFileSync(join(dataDir, "keys.json"), "utf8")).toBe(keys);
});
