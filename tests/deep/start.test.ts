import { rmSync } from "node:fs";
import { findFreePort } from "@calabash/data-service/database";
import { expect, onTestFinished, test } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import { newDataDir, readKeysOf, startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { openTestDatabase } from "../running-shop.ts";

/** Proves with whole processes that a data folder belongs to one running store, which the verdict tests by parts. */
const LIVE = {
  SHOP_MODE: "live",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  PUBLIC_ORIGIN: "https://shop.example",
  AUTH_DISABLE_SIGNUP: "1",
};

test("a data folder has one running store, a live store rejects a demo's folder, and a closed store opens again", async () => {
  const dataDir = newShopDataDir();
  const env = { DATA_DIR: dataDir };
  const first = await startShopProcess({ ...env, PORT: String(await findFreePort()) });
  expect(first.origin).not.toBeNull();

  const second = await startShopProcess({ ...env, PORT: String(await findFreePort()) });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`The data folder ${dataDir} is in use by another running store`);
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
  const keys = readKeysOf(dataDir);
  await stopShopProcess(first);
  expect(await first.ended).toBe(0);

  const live = await startShopProcess({
    ...env,
    PORT: String(await findFreePort()),
    ...LIVE,
  });
  expect(await live.ended).toBe(1);
  expect(live.output()).toContain("This database contains the demo store");

  const again = await startShopProcess({ ...env, PORT: String(await findFreePort()) });
  expect(again.origin).not.toBeNull();
  expect(readKeysOf(dataDir)).toEqual(keys);
  await stopShopProcess(again);
  rmSync(dataDir, { recursive: true, force: true });
});

test("two processes on DATABASE_URL do not share a data folder", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const dataDir = newDataDir();
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.adminUrl };
  const first = await startShopProcess({ PORT: String(await findFreePort()), ...env });
  onTestFinished(() => stopShopProcess(first));
  expect([first.origin !== null, first.output()]).toEqual([true, first.output()]);
  const second = await startShopProcess({ PORT: String(await findFreePort()), ...env });
  expect([second.origin, await second.ended]).toEqual([null, 1]);
  expect(second.output()).toContain(`The data folder ${dataDir} is in use by another running store`);
});
