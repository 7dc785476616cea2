import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { confirm, orderOf, requestIntent, stripeOf, untilOrder } from "#tests/paying.ts";
import { postJson, readRows } from "#tests/requests.ts";
import { anOrder, aProduct, openTestShop, type Person, requestOrder } from "#tests/running-shop.ts";

/** A store that receives no webhooks, so it finds out about payments only by asking the provider. */
const shop = await openTestShop({ hasWebhook: false, paymentIntentLimit: 100 });
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 10 });

async function withdraw(
  orderId: unknown,
  person?: Pick<Person, "accessToken">,
): Promise<{ status: number; body: unknown }> {
  const response = await postJson(shop, "/api/withdraw-order", { orderId }, person);
  return { status: response.status, body: await response.json() };
}

const place = (person: Person) => requestOrder(person.client, [{ product_id: oil.id, quantity: 1 }], 10);

test("an order with a started payment blocks a new order until it is withdrawn", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const order = await anOrder(ama, oil);
  const intent = await requestIntent(shop, ama, order.id);
  const rejected = await place(ama);
  expect([rejected.status, rejected.error?.code, JSON.parse(rejected.error?.details ?? "")]).toEqual([
    423,
    "PT423",
    { order_id: order.id },
  ]);
  expect((await ama.client.from("orders").insert({})).status).toBe(423);
  expect(await withdraw(order.id, ama)).toEqual({ status: 200, body: { status: "cancelled" } });
  expect((await stripeOf(shop).paymentIntents.retrieve(intent)).status).toBe("canceled");
  expect(await orderOf(shop, order.id)).toMatchObject({
    status: "cancelled",
    cancelled_by: "customer",
    cancel_reason: "withdrawn",
    client_secret: null,
  });
  expect((await place(ama)).status).toBe(200);
  expect((await withdraw(order.id, ama)).status).toBe(409);
});

test("an order that was just paid is recorded as paid, not withdrawn", async () => {
  const kofi = await shop.signUp("Kofi Payer");
  const order = await anOrder(kofi, oil);
  await confirm(shop, await requestIntent(shop, kofi, order.id));
  expect((await orderOf(shop, order.id)).status).toBe("pending");
  expect((await place(kofi)).status).toBe(423);
  expect(await withdraw(order.id, kofi)).toEqual({ status: 409, body: { error: "This order is already paid." } });
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "paid", paid_amount: 10, refunds: [] });
  expect((await place(kofi)).status).toBe(200);
});

test("a concurrent payment and withdrawal end as one of the two, and no money is lost", async () => {
  for (let round = 0; round < 8; round += 1) {
    const person = await shop.signUp(`Racer ${round}`);
    const order = await anOrder(person, oil);
    const intent = await requestIntent(shop, person, order.id);
    await Promise.all([
      confirm(shop, intent).catch(() => undefined),
      withdraw(order.id, person),
      withdraw(order.id, person),
    ]);
    await shop.worker.reconcile();
    const { status: intentStatus } = await stripeOf(shop).paymentIntents.retrieve(intent);
    const { status, refunds } = await orderOf(shop, order.id);
    expect([status, refunds]).toEqual([intentStatus === "succeeded" ? "paid" : "cancelled", []]);
  }
});

test("many concurrent orders, some with a started payment, leave at most one unpaid order", async () => {
  const person = await shop.signUp("Opens Many Tabs");
  const tabs = Array.from({ length: 6 }, async () => {
    const { data, error } = await place(person);
    if (error) return withdraw((JSON.parse(error.details) as { order_id: string }).order_id, person);
    // Another tab may have replaced this order meanwhile.
    return postJson(shop, "/api/create-payment-intent", { orderId: (data as { id: string }).id }, person);
  });
  await Promise.all(tabs);
  const data = await readRows(person, "orders", "id", { status: "pending" });
  expect(data?.length).toBeLessThanOrEqual(1);
});

test("an order can be withdrawn without a payment, and after its intent was canceled elsewhere", async () => {
  const abena = await shop.signUp("Abena");
  expect((await withdraw((await anOrder(abena, oil)).id, abena)).status).toBe(200);
  const order = await anOrder(abena, oil);
  await stripeOf(shop).paymentIntents.cancel(await requestIntent(shop, abena, order.id));
  expect((await withdraw(order.id, abena)).status).toBe(200);
});

test("only its customer can withdraw an order", async () => {
  const [esi, kwame, admin] = [
    await shop.signUp("Esi"),
    await shop.signUp("Kwame"),
    await shop.signUpAdmin("Ola Owner"),
  ];
  const order = await anOrder(esi, oil);
  expect((await withdraw(order.id)).status).toBe(401);
  expect((await withdraw(order.id, { accessToken: "a.b.c" })).status).toBe(401);
  for (const person of [kwame, admin]) {
    expect((await withdraw(order.id, person)).status).toBe(404);
    expect((await person.client.rpc("withdraw_order", { order_id: order.id })).status).toBe(404);
  }
  expect((await shop.guest.rpc("withdraw_order", { order_id: order.id })).status).toBe(401);
  for (const id of [undefined, 7, "no-id", randomUUID()]) expect((await withdraw(id, esi)).status).toBe(404);
  expect((await orderOf(shop, order.id)).status).toBe("pending");
});

test("an order is withdrawn only with the canceled intent", async () => {
  const adwoa = await shop.signUp("Adwoa");
  const order = await anOrder(adwoa, oil);
  await requestIntent(shop, adwoa, order.id);
  for (const closed_intent_id of [undefined, "pi_other"]) {
    expect((await adwoa.client.rpc("withdraw_order", { order_id: order.id, closed_intent_id })).status).toBe(409);
  }
  const paid = await aPaid(adwoa, order.id);
  expect((await withdraw(paid, adwoa)).body).toEqual({ error: "This order is already paid." });
});

/** Pays an order and waits until reconciliation has recorded it. */
async function aPaid(person: Person, orderId: string): Promise<string> {
  await confirm(shop, await requestIntent(shop, person, orderId));
  await shop.worker.reconcile();
  await untilOrder(shop, orderId, ({ status }) => status === "paid");
  return orderId;
}
