import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { aPaidOrder, count, leftOf } from "./paying.ts";
import { call, receiveDelivery, update } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, manager, packer] = await shop.signUpAll("customer", "manager", "packer");

/** Returns a date some days from now in the store's time zone. */
async function dayIn(days: number): Promise<string> {
  const { rows } = await shop.database.admin.run(
    "select to_char((now() at time zone time_zone)::date + $1::integer, 'YYYY-MM-DD') as day from store_settings",
    [days],
  );
  return String(rows[0]?.["day"]);
}

async function receive(
  product: { id: number; size_id?: number },
  ...batches: [quantity: number, days: number | null][]
) {
  const lines = await Promise.all(
    batches.map(async ([quantity, days]) => ({
      product_id: product.id,
      size_id: product.size_id ?? null,
      quantity,
      unit_cost: 2,
      best_before: days === null ? null : await dayIn(days),
    })),
  );
  return Number(await receiveDelivery(manager, lines));
}

type Batch = FunctionRow<"list_batches">;
async function batchesOf(product: { name: string }, max_days = 14): Promise<Batch[]> {
  const data = await call(manager, "list_batches", { max_days });
  return (data as Batch[]).filter(({ name }) => name === product.name);
}
const leftByDay = async (product: { name: string }, max_days = 14) =>
  (await batchesOf(product, max_days)).map(({ days_left, left_count }) => [days_left, left_count]);

const takeOff = (batch: Batch | undefined, request_key = randomUUID()) =>
  manager.client.rpc("take_off_sale", { batch_id: batch?.id, request_key });

async function decisionsOf(kind: string): Promise<number> {
  const { decisions }: FunctionRow<"read_today"> = await call(manager, "read_today");
  return decisions.find((each) => each.kind === kind)?.decision_count ?? 0;
}

test("the earliest date is sold first, so what is left is of the latest dates", async () => {
  const yam = await aProduct(shop, { name: "Dated Yam", stock_count: 0 });
  await receive(yam, [5, 3], [5, 10], [5, 40]);
  expect(await leftByDay(yam)).toEqual([
    [3, 5],
    [10, 5],
  ]);
  await aPaidOrder(shop, ama, yam, 3);
  // Not picked yet, so all units are still on the shelf.
  expect(await leftByDay(yam)).toEqual([
    [3, 5],
    [10, 5],
  ]);
  await shop.database.admin`
    insert into picked_lines (order_item_id, order_id) select id, order_id from order_items where product_id = ${yam.id}`;
  expect(await leftByDay(yam)).toEqual([
    [3, 2],
    [10, 5],
  ]);
  await count(shop, yam, 6);
  expect(await leftByDay(yam, 60)).toEqual([
    [10, 1],
    [40, 5],
  ]);
});

test("sizes have their own batches; batches without a count are unknown; undone deliveries have none", async () => {
  const gown = await aProductInSizes(shop, { name: "Dated Gown" }, [{ label: "S", stock_count: 0 }, { label: "M" }]);
  await receive(gown.inSize("S"), [4, 2]);
  await receive(gown.inSize("M"), [3, 5]);
  expect(await leftByDay(gown)).toEqual([
    [2, 4],
    [5, null],
  ]);
  const oil = await aProduct(shop, { name: "Undated Oil" });
  await receive(oil, [4, null]);
  const id = await receive(oil, [4, 2]);
  expect(await leftByDay(oil)).toEqual([[2, null]]);
  await call(manager, "undo_delivery", { delivery_id: id });
  expect(await batchesOf(oil)).toEqual([]);
});

test("a batch past its date is removed once, as waste, and undoing restores it", async () => {
  const yam = await aProduct(shop, { name: "Past Yam", stock_count: 0 });
  await receive(yam, [5, -1], [5, 20]);
  await count(shop, yam, 8);
  const before = await decisionsOf("past_date");
  const [batch] = await batchesOf(yam);
  expect(batch).toMatchObject({ days_left: -1, left_count: 3 });
  const key = randomUUID();
  const { data } = await takeOff(batch, key).throwOnError();
  expect(data).toMatchObject({ quantity: 3 });
  expect((await takeOff(batch, key)).data).toEqual(data);
  expect(await leftOf(shop, yam)).toBe(5);
  expect(await batchesOf(yam)).toEqual([]);
  expect(await decisionsOf("past_date")).toBe(before - 1);
  expect((await takeOff(batch)).error?.message).toBe("Past Yam: nothing of this batch is left in stock.");
  const { movement_id } = data as { movement_id: number };
  await call(manager, "undo_stock_movement", { movement_id });
  expect(await leftOf(shop, yam)).toBe(8);
  expect(await leftByDay(yam)).toEqual([[-1, 3]]);
  expect(await decisionsOf("past_date")).toBe(before);
});

test("only a counted batch past its date is removed, at most up to the stock", async () => {
  const yam = await aProduct(shop, { name: "Fresh Yam", stock_count: 0 });
  // It may still be sold on its best-before date.
  await receive(yam, [5, 0]);
  const [fresh] = await batchesOf(yam);
  expect(fresh).toMatchObject({ days_left: 0 });
  expect((await takeOff(fresh)).error?.message).toBe("This batch is not past its date.");

  const oil = await aProduct(shop, { name: "Unknown Oil" });
  await receive(oil, [5, -2]);
  expect((await takeOff((await batchesOf(oil))[0])).error?.message).toMatch(/^Unknown Oil is not counted/);
  const missing = { batch_id: 987654321, request_key: randomUUID() };
  expect((await manager.client.rpc("take_off_sale", missing)).status).toBe(404);

  const gari = await aProduct(shop, { name: "Reserved Gari", stock_count: 0 });
  await receive(gari, [5, -1]);
  await aPaidOrder(shop, ama, gari, 3);
  // Three of the five on the shelf belong to a paid order.
  const [reserved] = await batchesOf(gari);
  expect(reserved).toMatchObject({ left_count: 5 });
  expect((await takeOff(reserved)).data).toMatchObject({ quantity: 2 });
  expect(await leftOf(shop, gari)).toBe(0);
});

test("an empty batch is closed without a change of stock, and reopened", async () => {
  const yam = await aProduct(shop, { name: "Closed Yam", stock_count: 0 });
  await receive(yam, [5, 3]);
  const [batch] = await batchesOf(yam);
  const close = (is_closed: boolean) => manager.client.rpc("close_batch", { batch_id: batch?.id, is_closed });
  await close(true).throwOnError();
  expect(await batchesOf(yam)).toEqual([]);
  expect(await leftOf(shop, yam)).toBe(5);
  await close(false).throwOnError();
  expect(await leftByDay(yam)).toEqual([[3, 5]]);
});

test("a pick list names the date to pick first, and no cost", async () => {
  const yam = await aProduct(shop, { name: "Picked Yam", stock_count: 0 });
  await receive(yam, [2, 3], [5, 30]);
  const data = await call(packer, "read_pick_lists", { order_ids: [(await aPaidOrder(shop, ama, yam, 1)).id] });
  const [list]: FunctionRow<"read_pick_lists">[] = data;
  expect(list?.lines).toMatchObject([{ best_before: await dayIn(3) }]);
  expect(JSON.stringify(data)).not.toContain("cost");
});

test("a batch of a product sold by weight has the price of one piece, like its cost", async () => {
  const goat = await aProduct(shop, { name: "Goat Leg", price: 8.99 });
  await update(shop, "products", { id: goat.id }, { pounds_each: 4.5, discount_price: 8 });
  await receive(goat, [3, 5]);
  expect(await batchesOf(goat)).toMatchObject([{ unit_cost: 2, price: 40.46, current_price: 36 }]);
});
