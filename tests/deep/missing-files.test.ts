import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@calabash/data-service/database";
import { expect, onTestFinished, test } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import { readKeysOf, runProgram, startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { openClient } from "../open-client.ts";

/** A store whose storage folder has lost all files but one, as after an incomplete restore. */
const MISSING = /(\d+) of (\d+) stored files \(images\) are missing/;

test("a store missing all files but one keeps selling, raises an alert, and fails doctor and backup", async () => {
  const dataDir = newShopDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const start = async () => startShopProcess({ DATA_DIR: dataDir });
  await stopShopProcess(await start());
  const storage = join(dataDir, "storage");
  const stored = readdirSync(storage, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of stored.slice(1)) rmSync(join(storage, name));

  const failure = { exitCode: 1, output: expect.stringMatching(MISSING) };
  expect(await runProgram("backup", { DATA_DIR: dataDir })).toMatchObject(failure);
  expect(readdirSync(join(dataDir, "backups")), "the rows are backed up anyway").toHaveLength(1);
  const doctor = await runProgram("doctor", { DATA_DIR: dataDir });
  expect(doctor).toMatchObject(failure);
  expect(doctor.output).toContain("1 problem found");

  for (const time of ["first", "second"]) {
    const shop = await start();
    const { anonKey, serviceRoleKey } = readKeysOf(dataDir);
    const origin = shop.origin ?? "";
    const { count } = await openClient(origin, anonKey).from("products").select("id", { count: "exact", head: true });
    expect(count, `at the ${time} start`).toBeGreaterThan(100);
    // The files are checked after the store has opened.
    const log = `missing-files missing=${stored.length - 1} named=${stored.length} `;
    await expect.poll(() => shop.output(), { timeout: 30_000 }).toContain(log);
    const service = openClient(origin, serviceRoleKey);
    await expect
      .poll(async () => (await service.from("shop_alerts").select("message").eq("kind", "files_missing")).data)
      .toEqual([{ message: expect.stringMatching(MISSING) }]);
    await stopShopProcess(shop);
  }
}, 300_000);

test("a store opens and sells while the bucket of its pictures does not respond", async () => {
  const dataDir = newShopDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await stopShopProcess(await startShopProcess({ DATA_DIR: dataDir }));
  const shop = await startShopProcess({
    DATA_DIR: dataDir,
    STORAGE_S3_BUCKET: "pictures",
    STORAGE_S3_ACCESS_KEY_ID: "key",
    STORAGE_S3_SECRET_ACCESS_KEY: "secret",
    STORAGE_S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
  });
  onTestFinished(() => stopShopProcess(shop));
  expect([shop.origin, shop.output()]).toEqual([expect.any(String), expect.any(String)]);
  const read = async (path: string) => (await fetch(`${shop.origin}${path}`)).text();
  expect(await read("/home")).toContain("African Wears");
  await expect.poll(() => shop.output(), { timeout: 30_000 }).toContain("files-unavailable");
  expect(await read("/metrics")).toMatch(/^shop_files_available 0$/m);
  const service = openClient(shop.origin ?? "", readKeysOf(dataDir).serviceRoleKey);
  await expect
    .poll(async () => (await service.from("shop_alerts").select("message").eq("kind", "files_missing")).data)
    .toEqual([{ message: expect.stringContaining("Orders are not affected.") }]);
}, 120_000);
