import { addFactories } from "#tests/factories.ts";
import { clearLeftovers } from "#tests/leftovers.ts";
import { openOwnShop } from "./fixtures/own-shop.ts";
import { saveShopLocation } from "./fixtures/shop-place.ts";
import { inDatabase } from "./fixtures/test-data.ts";

/**
 * Starts one demo store for the whole run, on a free port and with an empty data folder. Its process exits when the
 * parent process is gone, so it never outlives the run.
 */
export default async function openShop(): Promise<() => Promise<void>> {
  clearLeftovers();
  // All test users sign up from one IP address, faster than customers on any shared network.
  const shop = await openOwnShop({ LIMIT_SIGN_UPS: "10000" });
  saveShopLocation(shop);
  await inDatabase(addFactories);
  // Tests order at the same time, so another test could take the last slot of the time that a page offers.
  await inDatabase((sql) => sql`update public.window_rules set capacity = 999`);
  return shop.close;
}
