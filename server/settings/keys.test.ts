import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadKeys } from "./keys.ts";

function aDataFolder(): { dataDir: string; file: string } {
  const dataDir = mkdtempSync(join(tmpdir(), "calabash-keys-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return { dataDir, file: join(dataDir, "keys.json") };
}

test("the first start creates the keys, and later starts read the same", async () => {
  const { dataDir, file } = aDataFolder();
  const keys = await loadKeys(dataDir);
  expect(Buffer.from(keys.pushKeys.publicKey, "base64url")).toHaveLength(65);
  expect(Buffer.from(keys.pushKeys.privateKey, "base64url")).toHaveLength(32);
  expect(await loadKeys(dataDir)).toEqual(keys);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("keys of a store without push notifications are completed, and the others stay", async () => {
  const { dataDir, file } = aDataFolder();
  const { pushKeys: before, ...others } = await loadKeys(dataDir);
  writeFileSync(file, JSON.stringify(others), { mode: 0o600 });
  const completed = await loadKeys(dataDir);
  expect(completed).toEqual({ ...others, pushKeys: completed.pushKeys });
  expect(completed.pushKeys.publicKey).not.toBe(before.publicKey);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(completed);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await loadKeys(dataDir)).toEqual(completed);
});
