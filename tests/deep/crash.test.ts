import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { findFreePort } from "@calabash/data-service/database";
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import {
  postmasterOf,
  readKeysOf,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import { openClient } from "../open-client.ts";
import { orderInput } from "../order-input.ts";
import { aPickupTime } from "./pickup-time.ts";

/** Power loss during a stream of orders: acknowledged orders survive, and none is partial. */
test.for([
  { what: "the store's processes", alsoDatabase: false },
  { what: "the store's and the database's processes", alsoDatabase: true },
])("after kill -9 of $what every acknowledged order exists after a restart", async ({ alsoDatabase }) => {
  const dataDir = newShopDataDir();
  const env = { DATA_DIR: dataDir, PORT: String(await findFreePort()) };
  const first = await startShopProcess(env);
  const shoppers = await Promise.all(Array.from({ length: 4 }, () => newShopper(first, dataDir)));
  const guest = openClient(first.origin ?? "", readKeysOf(dataDir).anonKey);
  const { data: products } = await guest.from("condiments").select("id, price, discount_price").limit(2);
  const items = (products ?? []).map((product) => ({ product_id: product.id, quantity: 2 }));
  const total = (products ?? []).reduce((sum, row) => sum + 2 * (row.discount_price ?? row.price), 0);

  const window_starts_at = await aPickupTime(guest);
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  const streams = shoppers.map(async (client) => {
    for (;;) {
      const input = orderInput(items, Number(total.toFixed(2)), { window_starts_at });
      const { data, error } = await client.rpc("place_order", input);
      if (error) return;
      acknowledged.push((data as { id: string }).id);
      if (acknowledged.length === 40) enough.resolve();
    }
  });
  await enough.promise;
  if (alsoDatabase) process.kill(postmasterOf(dataDir), "SIGKILL");
  process.kill(-(first.child.pid ?? 0), "SIGKILL");
  await Promise.all(streams);
  await first.ended;

  const second = await startShopProcess(env);
  expect(second.origin).not.toBeNull();
  const server = openClient(second.origin ?? "", readKeysOf(dataDir).serviceRoleKey);
  const { data: saved } = await server
    .from("orders")
    .select("id, total, order_items(quantity, unit_price)")
    .in("id", acknowledged)
    .throwOnError();
  expect(saved?.length).toBe(acknowledged.length);
  for (const order of saved ?? []) {
    expect(order.total).toBeCloseTo(total, 2);
    expect(order.order_items).toHaveLength(items.length);
  }
  expect((await server.from("orders").select("id").eq("total", 0).throwOnError()).data).toEqual([]);
  await stopShopProcess(second);
  rmSync(dataDir, { recursive: true, force: true });
});

async function newShopper(shop: ShopProcess, dataDir: string): Promise<SupabaseClient> {
  const client = openClient(shop.origin ?? "", readKeysOf(dataDir).anonKey);
  // A store that has just started on a busy machine may ask clients to retry.
  for (let attempt = 1; ; attempt += 1) {
    const { error } = await client.auth.signUp({ email: `${randomUUID()}@test.example`, password: "long enough" });
    if (error === null) return client;
    if (attempt === 5) throw error;
  }
}
