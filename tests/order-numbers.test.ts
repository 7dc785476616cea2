import { expect, test } from "vitest";
import { aPaidOrder } from "./paying.ts";
import { anOrder, aProduct, openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const ama = await shop.signUp("Ama Mensah");

test("orders are numbered from 1001 in sequence, and emails state the number", async () => {
  const kofi = await shop.signUp("Kofi Later");
  const oil = await aProduct(shop);
  expect([(await anOrder(ama, oil)).order_number, (await anOrder(kofi, oil)).order_number]).toEqual([1001, 1002]);
  const paid = await aPaidOrder(shop, ama, oil);
  await shop.worker.runOnce();
  const mail = shop.mailbox.list().find(({ to, subject }) => to === ama.email && subject.startsWith("We received"));
  expect(mail?.subject).toBe("We received your order 1003");
  expect(mail?.text).toContain(`/orders/${paid.id}`);
});

test("the number of an order cannot be chosen or changed", async () => {
  expect((await ama.client.from("orders").insert({ order_number: 7 })).error?.code).toBe("428C9");
  const byServer = await shop.data.service.from("orders").insert({ user_id: ama.id, order_number: 7 } as never);
  expect(byServer.error?.code).toBe("428C9");
  const order = await anOrder(ama, await aProduct(shop));
  expect((await ama.client.from("orders").update({ order_number: 7 }).eq("id", order.id)).error?.code).toBe("428C9");
});
