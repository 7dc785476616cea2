import { createObjectFiles } from "@calabash/data-service/storage";
import { expect, test } from "vitest";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { seedShop } from "#server/database/prepare-database.ts";
import { confirm, requestIntent, untilOrder } from "./paying.ts";
import { insert, insertRow } from "./requests.ts";
import { openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
await seedShop(shop.database, { shopMode: "demo", files: createObjectFiles(shop.filesFolder) });

test("the demo offers two-hour pickup times and no delivery times", async () => {
  const list = async (delivery_type: string) =>
    (await shop.guest.rpc("list_windows", { delivery_type, max_count: 100 }).throwOnError()).data;
  const times: { starts_at: string; ends_at: string }[] = await list("pickup");
  const hours = times.map(({ starts_at, ends_at }) => (Date.parse(ends_at) - Date.parse(starts_at)) / 3_600_000);
  expect(new Set(hours)).toEqual(new Set([2]));
  const days = times.map(({ starts_at }) => shopDayOf(new Date(starts_at), "America/Chicago"));
  expect(new Set(days).size).toBeGreaterThanOrEqual(14);
  expect(await list("delivery")).toEqual([]);
});

test("in the demo, a plain insert of an order gets the next pickup time and is paid", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const { data: windows } = await ama.client.rpc("list_windows", { delivery_type: "pickup" }).throwOnError();
  const order = await insertRow(
    ama,
    "orders",
    {
      user_id: ama.id,
      total: 12.99,
      status: "pending",
      delivery_type: "pickup",
      delivery_address: "",
      delivery_cost: 0,
      delivery_phone_number: "",
    },
    "id, window_starts_at",
  );
  expect(order.window_starts_at).toBe(windows[0].starts_at);
  const { data: oil } = await shop.guest.from("condiments").select("id, name, img1").limit(1).single().throwOnError();
  await insert(ama, "order_items", [
    { order_id: order.id, product_id: oil.id, product_name: oil.name, quantity: 1, unit_price: 1, image_url: oil.img1 },
  ]);
  await confirm(shop, await requestIntent(shop, ama, order.id));
  await untilOrder(shop, order.id, ({ status }) => status === "paid");
});
