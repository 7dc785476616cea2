import { expect, test } from "vitest";
import { aPaidOrder } from "./paying.ts";
import { aProduct, openTestShop, readContentVersion } from "./running-shop.ts";

let now = new Date();

const shop = await openTestShop({ now: () => now });

async function find(query: string): Promise<string[]> {
  const { data } = await shop.guest.rpc("search_products", { query }).select("name").throwOnError();
  return (data as { name: string }[]).map(({ name }) => name);
}

const contentVersion = () => readContentVersion(shop);

test("bestsellers rank first once the worker has counted them, at the start and then hourly", async () => {
  const kofi = await shop.signUp("Kofi Customer");
  const products = [
    await aProduct(shop, { name: "Wazobia Mix A" }),
    await aProduct(shop, { name: "Wazobia Mix B" }),
    await aProduct(shop, { name: "Wazobia Mix C" }),
  ] as const;
  const [first, second, third] = products.map(({ name }) => name);
  await aPaidOrder(shop, kofi, products[1]);
  expect((await shop.worker.runOnce()).salesCounted).toBe(1);
  expect(await find("wazobia")).toEqual([second, first, third]);

  await aPaidOrder(shop, kofi, products[2], 5);
  now = new Date(now.getTime() + 59 * 60 * 1000);
  expect((await shop.worker.runOnce()).salesCounted).toBe(0);
  expect(await find("wazobia")).toEqual([second, first, third]);
  now = new Date(now.getTime() + 60 * 1000);
  const before = await contentVersion();
  expect((await shop.worker.runOnce()).salesCounted).toBe(1);
  expect(await find("wazobia")).toEqual([third, second, first]);
  // Search pages cached under the old version are rendered again.
  expect(await contentVersion()).toBe(before + 1);
  now = new Date(now.getTime() + 60 * 60 * 1000);
  expect((await shop.worker.runOnce()).salesCounted).toBe(0);
  expect(await contentVersion()).toBe(before + 1);
});
