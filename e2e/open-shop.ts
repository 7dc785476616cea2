import { rmSync } from "node:fs";
import { findFreePort } from "@calabash/data-service/database";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import { startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { addFactories } from "#tests/factories.ts";
import { clearLeftovers } from "#tests/leftovers.ts";
import { saveShopLocation } from "./fixtures/shop-place.ts";
import { inDatabase } from "./fixtures/test-data.ts";

/**
 * Starts one demo store for the whole run, on a free port and with an empty data folder. Its process exits when the
 * parent process is gone, so it never outlives the run.
 */
export default async function openShop(): Promise<() => Promise<void>> {
  clearLeftovers();
  const dataDir = newShopDataDir();
  const port = await findFreePort();
  // All test users sign up from one IP address, faster than customers on any shared network.
  const shop = await startShopProcess({ PORT: String(port), DATA_DIR: dataDir, LIMIT_SIGN_UPS: "10000" });
  if (!shop.origin) throw new Error(`The store did not open:\n${shop.output()}`);
  saveShopLocation({ origin: `http://localhost:${port}`, dataDir });
  await inDatabase(addFactories);
  // Tests order at the same time, so another test could take the last slot of the time that a page offers.
  await inDatabase((sql) => sql`update public.window_rules set capacity = 999`);
  return async () => {
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
