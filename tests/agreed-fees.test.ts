import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import {
  anotherIntent,
  aPaidOrder,
  confirm,
  decline,
  deliver,
  eventsOf,
  move,
  orderOf,
  pay,
  stripeOf,
  untilOrder,
} from "./paying.ts";
import { call, postJson, readRows } from "./requests.ts";
import { anOrder, aProduct, openShopForTest, openTestShop, type Person, type TestShop } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 200 });
const [ama, kofi, packer, manager] = await shop.signUpAll("customer", "customer", "packer", "manager");
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 20 });

const DELIVERY = { delivery: "delivery", delivery_phone_number: "2815550123" } as const;

/** Creates a paid delivery whose fee staff still have to set. */
const anOpenDelivery = (person = ama, product = oil) => aPaidOrder(shop, person, product, 1, DELIVERY);

const taxDelivery = ({ database }: Pick<TestShop, "database">) =>
  database.admin.script(`
    insert into tax_rates (class_id, valid_from, percent)
      select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable';
    update store_settings set delivery_tax_class_id = (select id from tax_classes where title = 'Taxable');`);

const setFee = (order_id: string, amount: number | null, person = manager) =>
  person.client.rpc("set_delivery_fee", { order_id, amount });

const askToPay = (orderId: string, person: Person | null = ama, store = shop) =>
  postJson(store, "/api/pay-delivery-fee", { orderId }, person);

/**
 * Requests the payment intent of the fee.
 * @returns its id
 */
async function feeIntent(orderId: string, person = ama, store = shop): Promise<string> {
  const response = await askToPay(orderId, person, store);
  expect(response.status).toBe(200);
  const { clientSecret } = (await response.json()) as { clientSecret: string };
  return clientSecret.split("_secret_")[0] ?? "";
}
/** Creates a paid delivery with a fee that is not paid. */
async function aDeliveryWithFee(amount: number) {
  const order = await anOpenDelivery();
  await setFee(order.id, amount).throwOnError();
  return order;
}

async function payFee(orderId: string): Promise<string> {
  const intentId = await feeIntent(orderId);
  await confirm(shop, intentId);
  await untilOrder(shop, orderId, ({ payments }) =>
    payments.some(({ payment_intent_id }) => payment_intent_id === intentId),
  );
  return intentId;
}

async function feeOf(orderId: string, person = ama) {
  const [fee] = await readRows(person, "delivery_fees", "amount, tax_amount, paid_at", { order_id: orderId });
  return fee ?? null;
}

async function mailsOf(order_id: string, kind: "delivery_fee" | "delivery_fee_paid") {
  const mails = await readRows(shop, "outgoing_mails", "facts", { order_id, kind }, "created_at");
  return mails.map(({ facts }) => facts as { delivery_fee: unknown });
}

test("a separate delivery fee has its own payment and leaves the order unchanged", async () => {
  const order = await aDeliveryWithFee(7.5);
  expect(await feeOf(order.id)).toEqual({ amount: 7.5, tax_amount: 0, paid_at: null });
  const response = await askToPay(order.id);
  expect(await response.json()).toMatchObject({ amount: 750 });
  await payFee(order.id);
  expect(await feeOf(order.id)).toMatchObject({ paid_at: expect.any(String) });
  const { status, total, paid_amount, payments } = await orderOf(shop, order.id);
  expect({ status, total, paid_amount }).toEqual({ status: "paid", total: 20, paid_amount: 27.5 });
  expect(payments.map(({ purpose, amount_cents }) => [purpose, amount_cents]).toSorted()).toEqual([
    ["delivery_fee", 750],
    ["order", 2000],
  ]);
  expect(await mailsOf(order.id, "delivery_fee")).toMatchObject([
    { delivery_fee: { amount: 7.5, tax_amount: 0, is_paid: false } },
  ]);
  expect(await mailsOf(order.id, "delivery_fee_paid")).toMatchObject([{ delivery_fee: { is_paid: true } }]);
});

test("a fee of zero is emailed as free and needs no payment", async () => {
  const order = await aDeliveryWithFee(0);
  expect(await feeOf(order.id)).toEqual({ amount: 0, tax_amount: 0, paid_at: null });
  expect((await askToPay(order.id)).status).toBe(404);
  expect(await mailsOf(order.id, "delivery_fee")).toMatchObject([{ delivery_fee: { amount: 0 } }]);
});

test("only the order's owner pays its delivery fee", async () => {
  const order = await aDeliveryWithFee(5);
  for (const person of [kofi, manager]) expect((await askToPay(order.id, person)).status).toBe(404);
  expect((await askToPay(order.id, null)).status).toBe(401);
});

test("a delivery fee needs an amount that a card can pay and an order with an open delivery", async () => {
  const order = await anOpenDelivery();
  for (const amount of [-1, 0.49, 1000.01, 7.505]) expect((await setFee(order.id, amount)).status).toBe(422);
  const pickup = await aPaidOrder(shop, ama, oil);
  expect((await setFee(pickup.id, 5)).error?.message).toBe("Delivery is already included in this order.");
  await move(manager, order.id, "preparing", "out_for_delivery", "completed");
  expect((await setFee(order.id, 5)).status).toBe(409);
});

test("an order without an account has no delivery fee to pay online, but may be free", async () => {
  const order = await anOpenDelivery();
  await shop.database.admin`update orders set user_id = null where id = ${order.id}`;
  expect((await setFee(order.id, 5)).error?.message).toContain("Collect the fee on delivery.");
  expect((await setFee(order.id, 0)).error).toBeNull();
});

test("an unpaid delivery fee can be changed and withdrawn; a payment of its old intent is refunded", async () => {
  const order = await aDeliveryWithFee(9);
  await setFee(order.id, 9).throwOnError();
  const old = await feeIntent(order.id);
  await setFee(order.id, 7.5).throwOnError();
  // A tab still has the first amount open, and pays before the worker runs.
  await confirm(shop, old);
  await untilOrder(shop, order.id, ({ payments }) => payments.length === 2);
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ refunds }) => refunds[0]?.status === "succeeded");
  const { payments, paid_amount, status } = await orderOf(shop, order.id);
  expect([status, paid_amount]).toEqual(["paid", 20]);
  expect(payments.find(({ payment_intent_id }) => payment_intent_id === old)).toMatchObject({
    purpose: "withdrawn_fee",
    refunded_cents: 900,
  });
  expect(await feeOf(order.id)).toMatchObject({ amount: 7.5, paid_at: null });
  await setFee(order.id, null).throwOnError();
  expect(await feeOf(order.id)).toBeNull();
  expect((await askToPay(order.id)).status).toBe(404);
  const changes = { kind: "fee", subject: `Delivery fee of order ${order.order_number}`, actor: "Mina Manager" };
  expect(await readRows(shop, "audit_log", "before, after", changes, "id")).toEqual([
    { before: null, after: { amount: 9 } },
    { before: { amount: 9 }, after: { amount: 7.5 } },
    { before: { amount: 7.5 }, after: null },
  ]);
});

test("the payment intent of a withdrawn fee is canceled, and a new fee has a new intent", async () => {
  const order = await aDeliveryWithFee(6);
  const first = await feeIntent(order.id);
  expect(await feeIntent(order.id)).toBe(first);
  await setFee(order.id, null).throwOnError();
  await setFee(order.id, 6).throwOnError();
  await shop.worker.runOnce();
  expect((await stripeOf(shop).paymentIntents.retrieve(first)).status).toBe("canceled");
  expect(await payFee(order.id)).not.toBe(first);
  expect((await orderOf(shop, order.id)).paid_amount).toBe(26);
  const late = await setFee(order.id, 5);
  expect([late.status, late.error?.message]).toEqual([409, "The delivery fee is already paid. Refund it instead."]);
  expect((await askToPay(order.id)).status).toBe(409);
});

test("several changes before the email is sent lead to one email with the last state", async () => {
  const order = await aDeliveryWithFee(8);
  await setFee(order.id, 6).throwOnError();
  expect(await mailsOf(order.id, "delivery_fee")).toMatchObject([{ delivery_fee: { amount: 6 } }]);
  await shop.worker.runOnce();
  await setFee(order.id, null).throwOnError();
  expect((await mailsOf(order.id, "delivery_fee")).map(({ delivery_fee }) => delivery_fee)).toEqual([
    expect.objectContaining({ amount: 6 }),
    null,
  ]);
});

test("an order that ends with an unpaid fee has nothing to pay, and a late payment is refunded", async () => {
  const order = await aDeliveryWithFee(7.5);
  const intent = await feeIntent(order.id);
  await call(ama, "cancel_order", { order_id: order.id });
  expect(await feeOf(order.id)).toBeNull();
  await confirm(shop, intent);
  await untilOrder(shop, order.id, ({ payments }) => payments.length === 2);
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
  const { payments } = await orderOf(shop, order.id);
  expect(payments.map(({ purpose, refunded_cents }) => [purpose, refunded_cents]).toSorted()).toEqual([
    ["order", 2000],
    ["withdrawn_fee", 750],
  ]);
});

test("a canceled order refunds its fee too, and is refunded once both are", async () => {
  const order = await aDeliveryWithFee(7.5);
  await payFee(order.id);
  await call(ama, "cancel_order", { order_id: order.id });
  const { refunds } = await orderOf(shop, order.id);
  expect(refunds.map(({ amount_cents, reason }) => [amount_cents, reason]).toSorted()).toEqual([
    [2000, "cancelled"],
    [750, "cancelled"],
  ]);
  const settle = async (id = "") =>
    shop.data.service
      .rpc("finalize_refund", { refund_id: id, provider_refund_id: `re_${id}`, status: "succeeded", error: null })
      .throwOnError();
  await settle(refunds.find(({ amount_cents }) => amount_cents === 2000)?.id);
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "cancelled", refunded_amount: 20 });
  await settle(refunds.find(({ amount_cents }) => amount_cents === 750)?.id);
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "refunded", refunded_amount: 27.5 });
});

test("the fee alone is refunded once, and a full refund includes it", async () => {
  const [one, other] = [await anOpenDelivery(), await anOpenDelivery()];
  for (const { id } of [one, other]) {
    await setFee(id, 7.5).throwOnError();
    await payFee(id);
  }
  const refund = () => packer.client.rpc("refund_delivery_fee", { order_id: one.id });
  expect((await refund()).data?.amount_cents).toBe(750);
  const none = await refund();
  expect([none.status, none.error?.message]).toEqual([409, "The delivery fee is already refunded."]);
  await shop.worker.runOnce();
  expect(await orderOf(shop, one.id)).toMatchObject({ status: "paid", refunded_amount: 7.5 });
  for (const { id } of [one, other]) {
    const all = { order_id: id, request_key: randomUUID() };
    expect(await call(manager, "request_refund", all)).toMatchObject({ amount_cents: 2000 });
    const { error } = await manager.client.rpc("request_refund", { ...all, amount_cents: 100 });
    expect(error?.message).toBe(`This was already recorded, as $${id === one.id ? "20.00" : "27.50"}.`);
    await shop.worker.runOnce();
    await untilOrder(shop, id, ({ status }) => status === "refunded");
    expect((await orderOf(shop, id)).refunded_amount).toBe(27.5);
  }
});

test("a packer's refund limit of an order includes the fee", async () => {
  const order = await aDeliveryWithFee(15);
  await payFee(order.id);
  await call(packer, "refund_delivery_fee", { order_id: order.id });
  expect((await packer.client.rpc("request_refund", { order_id: order.id, amount_cents: 501 })).status).toBe(403);
});

test("an event of the fee never pays the order, and an order's event never the fee", async () => {
  const { id: pending } = await anOrder(ama, oil, 1, DELIVERY);
  // An unpaid order gets no fee, and an order's own intent cannot become its fee's.
  expect((await setFee(pending, 20)).status).toBe(409);
  const attach = (order_id: string, payment_intent_id: string, amount_cents: number) =>
    shop.data.service.rpc("attach_fee_intent", { order_id, payment_intent_id, amount_cents });
  expect((await attach(pending, "pi_any", 2000)).error?.code).toBe("PT409");
  await pay(shop, pending);

  const order = await aDeliveryWithFee(20);
  expect((await attach(order.id, order.intentId, 2000)).error?.code).toBe("PT409");
  expect((await attach(order.id, "pi_other", 1999)).error?.code).toBe("PT409");
  // A payment of the same amount for the same order, with another intent.
  await confirm(shop, await anotherIntent(shop, order.id, 2000));
  await untilOrder(shop, order.id, ({ payments }) => payments.length === 2);
  expect((await feeOf(order.id))?.paid_at).toBeNull();
  expect((await orderOf(shop, order.id)).payments.map(({ purpose }) => purpose).toSorted()).toEqual([
    "duplicate",
    "order",
  ]);
});

test("a payment of another amount does not pay the fee and raises an alert", async () => {
  const order = await aDeliveryWithFee(7.5);
  const intent = await feeIntent(order.id);
  await deliver(shop, {
    id: `evt_${randomUUID()}`,
    object: "event",
    type: "payment_intent.succeeded",
    data: {
      object: {
        id: intent,
        object: "payment_intent",
        amount: 700,
        amount_received: 700,
        currency: "usd",
        metadata: { order_id: order.id },
      },
    },
  });
  expect(await feeOf(order.id)).toBeNull();
  expect((await orderOf(shop, order.id)).paid_amount).toBe(20);
  const data = await readRows(manager, "shop_alerts", "message", { order_id: order.id, kind: "amount_mismatch" });
  expect(data?.[0]?.message).toContain("was 7.00 USD, but the delivery fee was 7.50 USD. The fee is not paid");
  await setFee(order.id, 7.5).throwOnError();
  expect(await feeIntent(order.id)).not.toBe(intent);
});

test("a declined card leaves the fee unpaid and the order unchanged", async () => {
  const order = await aDeliveryWithFee(7.5);
  const intent = await feeIntent(order.id);
  await decline(shop, intent);
  const failures = () => readRows(shop, "payment_events", "outcome", { type: "payment_intent.payment_failed" });
  await expect.poll(failures).toEqual([{ outcome: "order_is_paid" }]);
  expect(await feeOf(order.id)).toEqual({ amount: 7.5, tax_amount: 0, paid_at: null });
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "paid", paid_amount: 20 });
  await payFee(order.id);
});

test("duplicate, late, and missing fee events are handled, and the worker finds missing ones", async () => {
  const deaf = await openShopForTest({ hasWebhook: false, paymentIntentLimit: 100 });
  const [buyer, boss] = await deaf.signUpAll("customer", "owner");
  const { id } = await aPaidOrder(deaf, buyer, await aProduct(deaf, { price: 20 }), 1, DELIVERY);
  await call(boss, "set_delivery_fee", { order_id: id, amount: 7.5 });
  const intent = await feeIntent(id, buyer, deaf);
  await confirm(deaf, intent);
  await stripeOf(deaf).refunds.create({ payment_intent: intent, amount: 250 });
  const [paid, refunded] = await eventsOf(deaf, intent);
  // The refund's event arrives first and waits for the payment's.
  await deliver(deaf, refunded ?? {});
  expect((await orderOf(deaf, id)).payments).toHaveLength(1);
  expect((await deliver(deaf, paid ?? {})).outcome).toBe("fee_paid");
  expect((await deliver(deaf, paid ?? {})).outcome).toBe("duplicate");
  await deaf.worker.reconcile();
  expect(await orderOf(deaf, id)).toMatchObject({ status: "paid", paid_amount: 27.5, refunded_amount: 2.5 });
});

test("a fee has the delivery tax of the order's day, and its records match the ledger to the cent", async () => {
  const taxed = await openShopForTest({ paymentIntentLimit: 100 });
  const [owner, buyer] = await taxed.signUpAll("owner", "customer");
  const yam = await aProduct(taxed, { price: 20 });
  await taxDelivery(taxed);
  const { id } = await aPaidOrder(taxed, buyer, yam, 1, DELIVERY);
  // A later rate does not apply to this order.
  await taxed.database.admin`update tax_rates set percent = 20`;
  await call(owner, "set_delivery_fee", { order_id: id, amount: 7.5 });
  const intent = await feeIntent(id, buyer, taxed);
  expect((await stripeOf(taxed).paymentIntents.retrieve(intent)).amount).toBe(812);
  await confirm(taxed, intent);
  await untilOrder(taxed, id, ({ paid_amount }) => paid_amount === 28.12);

  const today = new Date().toLocaleDateString("en-CA", { timeZone: "America/Chicago" });
  const days = { first_day: today, last_day: today };
  const sheet = async () => await call(owner, "daily_report", days);
  expect(await sheet()).toMatchObject({ order_count: 1, sales: 28.12, tax: 0.62, delivery: 7.5, refunded: 0 });
  await call(owner, "refund_delivery_fee", { order_id: id });
  await taxed.worker.runOnce();
  expect(await sheet()).toMatchObject({ sales: 28.12, refunded: 8.12, tax_returned: 0.62 });
  const report = await call(owner, "report_sales_tax", { year: Number(today.slice(0, 4)) });
  expect((report as Record<string, unknown>[]).at(-1)).toMatchObject({
    order_count: 1,
    gross: 27.5,
    exempt: 20,
    taxable: 7.5,
    collected: 0.62,
    refunded: 8.12,
    returned: 0.62,
  });
  const exported = async (what: string) =>
    (await call(owner, "export_accounting", { what, ...days })) as Record<string, unknown>[];
  expect(await exported("orders")).toMatchObject([
    { subtotal: 20, delivery: 0, tax: 0, total: 20, refunded: 0 },
    { subtotal: 0, delivery: 7.5, tax: 0.62, total: 8.12, refunded: 8.12 },
  ]);
  expect((await exported("payments")).map(({ purpose, amount: came }) => [purpose, came])).toEqual([
    ["order", 20],
    ["delivery_fee", 8.12],
  ]);
});

test("a tax-exempt customer pays no tax on the fee", async () => {
  await taxDelivery(shop);
  await shop.database.admin`insert into tax_exemptions (user_id, certificate) values (${ama.id}, 'TX-1')`;
  const order = await aDeliveryWithFee(7.5);
  expect(await feeOf(order.id)).toMatchObject({ amount: 7.5, tax_amount: 0 });
});

test("the order board shows requested and paid fees, and receives both events", async () => {
  const order = await anOpenDelivery(kofi);
  const card = async () => {
    const data = await call(packer, "read_pick_lists", { order_ids: [order.id] });
    const [sheet]: FunctionRow<"read_pick_lists">[] = data;
    return [sheet?.delivery_included, sheet?.delivery_fee];
  };
  expect(await card()).toEqual([false, null]);
  await setFee(order.id, 7.5).throwOnError();
  expect(await card()).toMatchObject([false, { amount: 7.5, is_paid: false }]);
});
