import { expect, test } from "vitest";
import { aPaidOrder, move, orderOf, requestIntent, stripeOf, untilOrder } from "./paying.ts";
import { readRows } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 100 });
const [ama, kofi, admin] = await Promise.all([
  shop.signUp("Ama Mensah"),
  shop.signUp("Kofi Stranger"),
  shop.signUpAdmin("Ola Owner"),
]);
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 14.99, discount_price: 12.99 });

const cancel = (person: Person, order_id: string) => person.client.rpc("cancel_order", { order_id });
const moveTo = (person: Person, order_id: string, to_status: string) =>
  person.client.rpc("move_order", { order_id, to_status });

test("an admin changes a paid order's status, and each change is recorded with time and person", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await move(admin, order.id, "preparing", "ready", "completed");
  const columns = "from_status, to_status, changed_by";
  expect(await readRows(ama, "order_status_changes", columns, { order_id: order.id }, "id")).toEqual([
    { from_status: null, to_status: "pending", changed_by: ama.id },
    { from_status: "pending", to_status: "paid", changed_by: null },
    { from_status: "paid", to_status: "preparing", changed_by: admin.id },
    { from_status: "preparing", to_status: "ready", changed_by: admin.id },
    { from_status: "ready", to_status: "completed", changed_by: admin.id },
  ]);
});

test("pressing the same button twice has no further effect", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await move(admin, order.id, "preparing", "preparing");
  expect((await ama.client.from("order_status_changes").select("id").eq("order_id", order.id)).data).toHaveLength(3);
});

test("an admin makes no change reserved for the server", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  for (const status of ["refunded", "pending", "completed", "out_for_delivery", "lost"]) {
    const rejected = await moveTo(admin, order.id, status);
    expect([rejected.status, rejected.error?.message]).toEqual([409, 'This order is now "Paid". Nothing was changed.']);
  }
  expect((await moveTo(admin, (await anOrder(ama, oil)).id, "paid")).status).toBe(409);
});

test("a customer cancels a pending order, and its open intent can no longer be paid", async () => {
  const order = await anOrder(ama, oil);
  const intent = await requestIntent(shop, ama, order.id);
  const { data } = await cancel(ama, order.id).throwOnError();
  expect(data).toMatchObject({ status: "cancelled", cancelled_by: "customer", cancel_reason: "requested" });
  expect(await orderOf(shop, order.id)).toMatchObject({ intent_closed_at: null, client_secret: null });
  await shop.worker.runOnce();
  expect((await stripeOf(shop).paymentIntents.retrieve(intent)).status).toBe("canceled");
  expect((await orderOf(shop, order.id)).intent_closed_at).not.toBeNull();
});

test("a customer cancels a paid order and gets a full refund", async () => {
  const order = await aPaidOrder(shop, ama, oil, 2);
  const { data } = await cancel(ama, order.id).throwOnError();
  expect(data).toMatchObject({ status: "cancelled", paid_amount: 25.98 });
  expect((await orderOf(shop, order.id)).refunds).toMatchObject([
    { amount_cents: 2598, reason: "cancelled", status: "requested", requested_by: ama.id },
  ]);
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
  expect(await orderOf(shop, order.id)).toMatchObject({ refunded_amount: 25.98 });
});

test("a customer cancels until preparation starts, an admin until the order is ready", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await move(admin, order.id, "preparing");
  const late = await cancel(ama, order.id);
  expect([late.status, late.error?.message]).toEqual([409, "You can no longer cancel this order."]);
  const { data } = await moveTo(admin, order.id, "cancelled").throwOnError();
  expect(data).toMatchObject({ status: "cancelled", cancelled_by: "admin" });
  const other = await aPaidOrder(shop, ama, oil);
  await move(admin, other.id, "preparing", "ready");
  expect((await cancel(admin, other.id)).status).toBe(409);
});

test("two simultaneous presses of Cancel refund once", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const responses = await Promise.all([cancel(ama, order.id), cancel(ama, order.id), cancel(admin, order.id)]);
  // Customer or admin cancels the order. A repeat by the same person gets the same response, the other person 409.
  const [first, again, admins] = responses.map(({ status }) => status);
  expect([first, again, admins]).toEqual(admins === 200 ? [409, 409, 200] : [200, 200, 409]);
  expect((await orderOf(shop, order.id)).refunds).toHaveLength(1);
});

test("triggers stop even the server from marking an unpaid order as paid", async () => {
  const order = await anOrder(ama, oil);
  const update = (row: object) => shop.data.service.from("orders").update(row).eq("id", order.id);
  for (const status of ["paid", "preparing", "completed", "refunded"]) {
    expect((await update({ status })).status).toBe(409);
  }
  await update({ paid_amount: 99, refunded_amount: 9 }).throwOnError();
  expect(await orderOf(shop, order.id)).toMatchObject({ paid_amount: 0, refunded_amount: 0 });
});

test("triggers stop even the server from changing lines and prices", async () => {
  const order = await aPaidOrder(shop, ama, oil, 2);
  const { service } = shop.data;
  const update = (row: object) => service.from("orders").update(row).eq("id", order.id);
  for (const row of [
    { total: 1 },
    { delivery_cost: 5 },
    { user_id: kofi.id },
    { created_at: "2020-01-01T00:00:00Z" },
    { payment_intent_id: "pi_other" },
    { status: "refunded" },
    { status: "preparing" },
    { status: "pending" },
  ]) {
    expect((await update(row)).status).toBe(409);
  }
  const items = service.from("order_items");
  for (const row of [{ quantity: 1 }, { unit_price: 1 }, { product_name: "Gold" }]) {
    expect((await items.update(row).eq("order_id", order.id)).status).toBe(409);
  }
  expect((await items.delete().eq("order_id", order.id)).status).toBe(409);
  expect((await service.from("orders").delete().eq("id", order.id)).status).toBe(409);
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "paid", total: 25.98, paid_amount: 25.98 });
});

test("an order unpaid for a day is canceled with its intent; a younger one stays", async () => {
  const kofi = await shop.signUp("Kofi Younger");
  const [old, young] = [await anOrder(ama, oil), await anOrder(kofi, oil)];
  await shop.database.admin`
    update public.orders set created_at = now() - interval '24 hours 1 minute' where id = ${old.id}`;
  const intent = await requestIntent(shop, ama, old.id);
  await shop.worker.runOnce();
  expect(await orderOf(shop, old.id)).toMatchObject({
    status: "cancelled",
    cancelled_by: "server",
    cancel_reason: "abandoned",
  });
  expect((await stripeOf(shop).paymentIntents.retrieve(intent)).status).toBe("canceled");
  expect((await orderOf(shop, young.id)).status).toBe("pending");
  const earlyCancel = await shop.data.service.rpc("cancel_abandoned_order", { order_id: young.id }).throwOnError();
  expect(earlyCancel.data).toBe(false);
});
