import { rmSync } from "node:fs";
import { findFreePort } from "@calabash/data-service/database";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import { startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { clearLeftovers } from "#tests/leftovers.ts";
import { saveShopLocation } from "./fixtures/shop-place.ts";

/**
 * One demo shop for the whole run, on a free port and with new data. It ends with the run: its program closes
 * when the one that started it is gone, however that ended.
 */
export default async function openShop(): Promise<() => Promise<void>> {
  clearLeftovers();
  const dataDir = newShopDataDir();
  const port = await findFreePort();
  // All people of the run sign up from one address, faster than any network of customers.
  const shop = await startShopProcess({ PORT: String(port), DATA_DIR: dataDir, LIMIT_SIGN_UPS: "10000" });
  if (!shop.origin) throw new Error(`The shop did not open:\n${shop.output()}`);
  saveShopLocation({ origin: `http://localhost:${port}`, dataDir });
  return async () => {
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
