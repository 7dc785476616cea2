import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { FOLDED, MIGRATIONS, migrateShop } from "#server/start/prepare-database.ts";
import { aPaidOrder } from "./paying.ts";
import {
  anOrder,
  aProduct,
  openTestDatabase,
  type Person,
  startTestShop,
  type TestShop,
} from "./running-shop.ts";

let shop: TestShop;
let ama: Person;

beforeAll(async () => {
  shop = await startTestShop();
  ama = await shop.signUp("Ama Mensah");
});
afterAll(() => shop.close());

test("orders are numbered from 1001, one after the other, and mails say the number", async () => {
  const kofi = await shop.signUp("Kofi Later");
  const oil = await aProduct(shop);
  const first = await anOrder(ama, oil);
  const second = await anOrder(kofi, oil);
  expect([first.order_number, second.order_number]).toEqual([1001, 1002]);
  const paid = await aPaidOrder(shop, ama, oil);
  await shop.worker.runOnce();
  const mail = shop.mailbox
    .list()
    .find(({ to, subject }) => to === ama.email && subject.startsWith("We have"));
  expect(mail?.subject).toBe("We have your order 1003");
  expect(mail?.text).toContain(`/orders/${paid.id}`);
});

test("nobody chooses or changes the number of an order", async () => {
  const { error } = await ama.client.from("orders").insert({ order_number: 7 });
  expect(error?.code).toBe("428C9");
  const byServer = await shop.data.service
    .from("orders")
    .insert({ user_id: ama.id, order_number: 7 } as never);
  expect(byServer.error).not.toBeNull();
  const order = await anOrder(ama, await aProduct(shop));
  const changed = await ama.client.from("orders").update({ order_number: 7 }).eq("id", order.id);
  expect(changed.error?.code).toBe("428C9");
});

test("orders from before the numbers get theirs by the time at which they were made", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const versions = readdirSync(MIGRATIONS).map((file) => file.split("_")[0] ?? "");
  const before = versions.filter((version) => version < "20261122223600" || version === FOLDED.into);
  await migrateShop(database, new Set(before));
  for (const day of [3, 1, 2]) {
    await database.admin`insert into public.orders (created_at) values (${`2026-01-0${day}T12:00:00Z`})`;
  }
  await migrateShop(database);
  await database.admin`insert into public.orders default values`;
  const rows = await database.admin<{ number: number; day: string | null }[]>`
    select order_number::int as number, to_char(created_at, 'MM-DD') as day from public.orders
    where created_at < '2026-02-01' or order_number = 1004 order by order_number`;
  expect(rows.map(({ number }) => number)).toEqual([1001, 1002, 1003, 1004]);
  expect(rows.slice(0, 3).map(({ day }) => day)).toEqual(["01-01", "01-02", "01-03"]);
});
