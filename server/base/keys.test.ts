import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "#tests/a-folder.ts";
import { type KeysSecret, loadKeys } from "./keys.ts";

function aDataFolder(): { dataDir: string; file: string } {
  const dataDir = aFolder();
  return { dataDir, file: join(dataDir, "keys.json") };
}

test("the first start creates the keys, and later starts read the same", async () => {
  const { dataDir, file } = aDataFolder();
  const keys = await loadKeys({ dataDir, keysSecret: null });
  expect(Buffer.from(keys.pushKeys.publicKey, "base64url")).toHaveLength(65);
  expect(Buffer.from(keys.pushKeys.privateKey, "base64url")).toHaveLength(32);
  expect(await loadKeys({ dataDir, keysSecret: null })).toEqual(keys);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("missing push keys are added to the keys of an older store, and the others stay", async () => {
  const { dataDir, file } = aDataFolder();
  const { pushKeys: before, ...others } = await loadKeys({ dataDir, keysSecret: null });
  writeFileSync(file, JSON.stringify(others), { mode: 0o600 });
  const completed = await loadKeys({ dataDir, keysSecret: null });
  expect(completed).toEqual({ ...others, pushKeys: completed.pushKeys });
  expect(completed.pushKeys.publicKey).not.toBe(before.publicKey);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(completed);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await loadKeys({ dataDir, keysSecret: null })).toEqual(completed);
});

test("secret keys are read from JSON, base64, or a file, and nothing is written", async () => {
  const { dataDir, file } = aDataFolder();
  const keys = await loadKeys({ dataDir, keysSecret: null });
  const other = aDataFolder();
  const text = JSON.stringify(keys);
  const secrets: KeysSecret[] = [
    { variable: "SHOP_KEYS", value: text },
    { variable: "SHOP_KEYS", value: Buffer.from(text).toString("base64") },
    { variable: "SHOP_KEYS_FILE", value: file },
  ];
  for (const keysSecret of secrets) expect(await loadKeys({ dataDir: other.dataDir, keysSecret })).toEqual(keys);
  expect(existsSync(other.file)).toBe(false);
});

test.for([
  [{ variable: "SHOP_KEYS", value: "not keys" }, "SHOP_KEYS is damaged."],
  [{ variable: "SHOP_KEYS", value: '{"signingKey":{"kty":"EC"}}' }, "SHOP_KEYS has no token signing key"],
  [{ variable: "SHOP_KEYS_FILE", value: "/nowhere/keys" }, "There is no file /nowhere/keys."],
] satisfies [KeysSecret, string][])("the keys %j prevent the start", async ([keysSecret, reason]) => {
  await expect(loadKeys({ dataDir: aDataFolder().dataDir, keysSecret })).rejects.toThrow(reason);
});
