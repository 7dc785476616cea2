import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import {
  anotherIntent,
  aPaidOrder,
  confirm,
  deliver,
  eventsOf,
  leftOf,
  move,
  orderOf,
  requestIntent,
  stripeOf,
  untilOrder,
} from "./paying.ts";
import { call, readRows } from "./requests.ts";
import { anOrder, aProduct, openShopForTest, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 100 });
const [ama, admin] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUpAdmin("Ola Owner")]);
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 10 });

const request = (person: Person, order_id: string, input: object = {}) =>
  person.client.rpc("request_refund", { order_id, ...input });

/** Returns the open alerts of a kind about an order. */
async function alertsOf(kind: string, order_id: string) {
  const alerts = await readRows(admin, "shop_alerts", "id, message, facts, resolved_at", { kind, order_id });
  return alerts.filter(({ resolved_at }) => resolved_at === null);
}

const failedRefundsOf = async (orderId: string) =>
  (await alertsOf("refund_failed", orderId)).map(({ message }) => message);

/** Reports what became of a refund, as the provider's events do. */
const settleRefund = (refund_id: string, status: string, error: string | null = null) =>
  call(shop, "finalize_refund", { refund_id, provider_refund_id: `re_${refund_id}`, status, error });

/** Refunds an amount in the provider's dashboard, and waits until the order reflects it. */
async function refundInDashboard({ id, intentId }: { id: string; intentId: string }, amount: number): Promise<void> {
  await stripeOf(shop).refunds.create({ payment_intent: intentId, amount });
  await untilOrder(shop, id, ({ refunded_amount }) => refunded_amount === amount / 100);
}

test("an admin refunds everything, and the order is refunded", async () => {
  const order = await aPaidOrder(shop, ama, oil, 3);
  await move(admin, order.id, "preparing", "ready", "completed");
  const { data } = await request(admin, order.id).throwOnError();
  expect(data).toMatchObject({ amount_cents: 3000, status: "requested", requested_by: admin.id, lines: null });
  expect((await orderOf(shop, order.id)).status).toBe("completed");
  expect(await shop.worker.runOnce()).toMatchObject({ refunds: 1 });
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "refunded", refunded_amount: 30 });
  const [made] = (await stripeOf(shop).refunds.list({ payment_intent: order.intentId })).data;
  expect(made).toMatchObject({ amount: 3000, metadata: { refund_id: data.id, order_id: order.id } });
  expect(await shop.worker.runOnce()).toMatchObject({ refunds: 0 });
});

test("parts are refunded by line and by amount until nothing is left, never more", async () => {
  const order = await aPaidOrder(shop, ama, oil, 3);
  const order_item_id = order.lines[0];
  await request(admin, order.id, { lines: [{ order_item_id, quantity: 2 }], reason: "damaged" }).throwOnError();
  await request(admin, order.id, { amount_cents: 600 }).throwOnError();
  const tooMuch = await request(admin, order.id, { amount_cents: 401 });
  expect([tooMuch.status, tooMuch.error?.message]).toEqual([409, "Only $4.00 of this order can be refunded."]);
  const tooMany = await request(admin, order.id, { lines: [{ order_item_id, quantity: 2 }], reason: "damaged" });
  expect(tooMany.status).toBe(409);
  await shop.worker.runOnce();
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "paid", refunded_amount: 26 });
  await request(admin, order.id).throwOnError();
  await shop.worker.runOnce();
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "refunded", refunded_amount: 30 });
  const nothing = await request(admin, order.id);
  expect([nothing.status, nothing.error?.message]).toEqual([409, "Only $0.00 of this order can be refunded."]);
});

test("a repeated refund request with other values is rejected with the recorded amount", async () => {
  const order = await aPaidOrder(shop, ama, oil, 3);
  const [order_item_id] = order.lines;
  const lines = (quantity: number) => ({ lines: [{ order_item_id, quantity }], reason: "damaged" });
  const requests = [{ amount_cents: 500 }, lines(1), { amount_cents: 600 }, lines(2), {}, { reason: "damaged" }];
  for (const [first, cents] of [
    [{ amount_cents: 500 }, 500],
    [lines(1), 1000],
    [{}, 1500],
  ] as const) {
    const request_key = randomUUID();
    const made = await request(admin, order.id, { ...first, request_key }).throwOnError();
    expect(made.data.amount_cents).toBe(cents);
    for (const other of requests) {
      const again = await request(admin, order.id, { ...other, request_key });
      if (JSON.stringify(other) === JSON.stringify(first)) expect(again.data?.id).toBe(made.data.id);
      else expect(again.error?.message).toBe(`This was already recorded, as $${(cents / 100).toFixed(2)}.`);
    }
    const fee = await admin.client.rpc("refund_delivery_fee", { order_id: order.id, request_key });
    expect(fee.error?.code).toBe("PT409");
  }
  expect(await readRows(admin, "refunds", "id", { order_id: order.id })).toHaveLength(3);
});

test("a recorded refund keeps its amount, tax, and payment, also for functions of the database", async () => {
  const { id } = await aPaidOrder(shop, ama, oil);
  await request(admin, id, { amount_cents: 200 }).throwOnError();
  for (const change of ["amount_cents = 300", "tax_cents = 1", "payment_intent_id = 'pi_other'"]) {
    const changed = shop.database.admin.script(`update public.refunds set ${change} where order_id = '${id}'`);
    await expect(changed, change).rejects.toThrow("A refund keeps its amount and its payment.");
  }
});

test("ten concurrent requests never refund more than was paid", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => request(admin, order.id, { amount_cents: 300 })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
});

test.for([
  { what: "both an amount and lines", input: { amount_cents: 1, lines: [{ order_item_id: 1, quantity: 1 }] } },
  { what: "zero", input: { amount_cents: 0 } },
  { what: "a negative amount", input: { amount_cents: -500 } },
  { what: "no lines", input: { lines: [], reason: "damaged" } },
  { what: "lines that are not a list", input: { lines: { order_item_id: 1 }, reason: "damaged" } },
  { what: "a line of another order", input: { lines: [{ order_item_id: 999_999, quantity: 1 }], reason: "damaged" } },
  { what: "an unknown reason", input: { reason: "provider" } },
  { what: "lines without a reason", input: { lines: [{ order_item_id: 1, quantity: 1 }] } },
])("a refund of $what is rejected with 400", async ({ input }) => {
  expect((await request(admin, (await aPaidOrder(shop, ama, oil)).id, input)).status).toBe(400);
});

test("a negative quantity beside a large one refunds nothing", async () => {
  const order = await aPaidOrder(shop, ama, oil, 2);
  const order_item_id = order.lines[0];
  const sly = [-1, 2].map((quantity) => ({ order_item_id, quantity }));
  expect((await request(admin, order.id, { lines: sly, reason: "damaged" })).status).toBe(400);
});

test("only paid orders are refunded", async () => {
  const rejected = await request(admin, (await anOrder(ama, oil)).id);
  expect([rejected.status, rejected.error?.message]).toEqual([409, "This order was never paid."]);
});

test("a partial and a full refund in Stripe's dashboard are found", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await refundInDashboard(order, 400);
  expect(await orderOf(shop, order.id)).toMatchObject({
    status: "paid",
    refunds: [{ amount_cents: 400, reason: "provider", status: "succeeded", requested_by: null }],
  });
  await stripeOf(shop).refunds.create({ payment_intent: order.intentId });
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
});

test("a dashboard refund before a full refund leaves the rest to the store", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await call(ama, "cancel_order", { order_id: order.id });
  await refundInDashboard(order, 300);
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
  const { refunds, refunded_amount } = await orderOf(shop, order.id);
  expect(refunded_amount).toBe(10);
  expect(refunds.map(({ amount_cents, status }) => [amount_cents, status]).toSorted()).toEqual([
    [1000, "failed"],
    [300, "succeeded"],
    [700, "succeeded"],
  ]);
});

test.for([
  ["all of it", {}],
  ["a part of it", { amount_cents: 200 }],
] as const)(
  "a canceled order is refunded once, also after %s was requested and another part refunded",
  async ([, input]) => {
    const order = await aPaidOrder(shop, ama, oil);
    await request(admin, order.id, input).throwOnError();
    await call(ama, "cancel_order", { order_id: order.id });
    await refundInDashboard(order, 100);
    await shop.worker.runOnce();
    await untilOrder(shop, order.id, ({ status }) => status === "refunded");
    expect((await orderOf(shop, order.id)).refunded_amount).toBe(10);
    expect(await failedRefundsOf(order.id)).toEqual([]);
  },
);

test("a refund request that exceeds what a dashboard refund left raises an alert", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await request(admin, order.id, { amount_cents: 800 }).throwOnError();
  await refundInDashboard(order, 500);
  await shop.worker.runOnce();
  const { status, refunded_amount } = await orderOf(shop, order.id);
  expect([status, refunded_amount]).toEqual(["paid", 5]);
  expect(await failedRefundsOf(order.id)).toEqual([
    "The refund of $8.00 failed: The payment was refunded in the provider's dashboard.",
  ]);
});

test("an order paid twice on two intents keeps the first payment and refunds the second", async () => {
  const order = await anOrder(ama, oil);
  const first = await requestIntent(shop, ama, order.id);
  const second = await anotherIntent(shop, order.id, 1000);
  await Promise.all([confirm(shop, first), confirm(shop, second)]);
  await untilOrder(shop, order.id, ({ payments }) => payments.length === 2);
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ refunds }) => refunds[0]?.status === "succeeded");
  const { status, paid_amount, refunded_amount, payments, refunds } = await orderOf(shop, order.id);
  expect({ status, paid_amount, refunded_amount }).toEqual({ status: "paid", paid_amount: 10, refunded_amount: 0 });
  expect(payments.map(({ purpose, refunded_cents }) => [purpose, refunded_cents]).toSorted()).toEqual([
    ["duplicate", 1000],
    ["order", 0],
  ]);
  expect(refunds).toMatchObject([{ reason: "duplicate", amount_cents: 1000 }]);
});

test("a payment for a canceled order is refunded in full", async () => {
  const order = await anOrder(ama, oil);
  const intent = await requestIntent(shop, ama, order.id);
  await call(ama, "cancel_order", { order_id: order.id });
  await confirm(shop, intent);
  await untilOrder(shop, order.id, ({ payments }) => payments.length === 1);
  await shop.worker.runOnce();
  const { status, paid_amount, payments, refunds } = await orderOf(shop, order.id);
  expect([status, paid_amount]).toEqual(["cancelled", 0]);
  expect(payments).toMatchObject([{ purpose: "cancelled_order", refunded_cents: 1000 }]);
  expect(refunds).toMatchObject([{ reason: "cancelled", status: "succeeded" }]);
});

test("a payment of another amount pays nothing and raises an alert, resolved once", async () => {
  const order = await anOrder(ama, oil);
  await confirm(shop, await anotherIntent(shop, order.id, 999));
  await untilOrder(shop, order.id, ({ payments }) => payments.length === 1);
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "pending", paid_amount: 0 });
  const [alert] = await alertsOf("amount_mismatch", order.id);
  expect(alert?.message).toContain("9.99 USD");
  expect(alert?.facts).toMatchObject({ amount: "9.99", currency: "USD", total: "10.00" });
  await call(admin, "resolve_alert", { alert_id: alert?.id });
  expect(await alertsOf("amount_mismatch", order.id)).toEqual([]);
});

test("a refund that Stripe rejects fails, raises an alert, and frees its amount again", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const { data: refund } = await request(admin, order.id, { amount_cents: 400 }).throwOnError();
  await settleRefund(refund.id, "succeeded");
  expect((await orderOf(shop, order.id)).refunded_amount).toBe(4);
  // A bank can return a refund that had succeeded.
  await settleRefund(refund.id, "failed", "lost_or_stolen_card");
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "paid", refunded_amount: 0 });
  expect(await failedRefundsOf(order.id)).toHaveLength(1);
  await settleRefund(refund.id, "succeeded");
  expect((await orderOf(shop, order.id)).refunds).toMatchObject([{ status: "failed" }]);
  await request(admin, order.id, { amount_cents: 1000 }).throwOnError();
});

test("a packer's refund that failed does not count toward the limit", async () => {
  const paul = await shop.signUpStaff("Paul Packer", "packer", 10);
  const order = await aPaidOrder(shop, ama, oil, 3);
  const { data } = await request(paul, order.id, { amount_cents: 800 }).throwOnError();
  expect((await request(paul, order.id, { amount_cents: 800 })).status).toBe(403);
  await settleRefund(data.id, "failed");
  await request(paul, order.id, { amount_cents: 800 }).throwOnError();
});

test("a refund whose response was lost is found, not repeated", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const { data: refund } = await request(admin, order.id, { amount_cents: 400 }).throwOnError();
  await shop.database.admin`update public.refunds set attempts = 3 where id = ${refund.id}`;
  // State after an attempt whose idempotency key has expired.
  const metadata = { refund_id: refund.id };
  await stripeOf(shop).refunds.create({ payment_intent: order.intentId, amount: 400, metadata });
  await shop.worker.runOnce();
  expect((await stripeOf(shop).refunds.list({ payment_intent: order.intentId })).data).toHaveLength(1);
  expect(await orderOf(shop, order.id)).toMatchObject({ refunded_amount: 4, refunds: [{ status: "succeeded" }] });
});

test("another refund at the provider for a paid or failed request is recorded as its own", async () => {
  const order = await aPaidOrder(shop, ama, oil, 3);
  const settleTwice = async (status: string, amount: number, dollarsThen: number) => {
    const { data } = await request(admin, order.id, { amount_cents: amount }).throwOnError();
    await settleRefund(data.id, status);
    const metadata = { refund_id: data.id };
    await stripeOf(shop).refunds.create({ payment_intent: order.intentId, amount, metadata });
    await untilOrder(shop, order.id, ({ refunded_amount }) => refunded_amount === dollarsThen);
  };
  await settleTwice("succeeded", 500, 10);
  await settleTwice("failed", 300, 13);
  expect((await orderOf(shop, order.id)).refunds).toMatchObject([
    { amount_cents: 500, reason: "requested_by_customer", status: "succeeded" },
    { amount_cents: 500, reason: "provider", status: "succeeded" },
    { amount_cents: 300, reason: "requested_by_customer", status: "failed" },
    { amount_cents: 300, reason: "provider", status: "succeeded" },
  ]);
});

test("events of a payment and its refunds give the same result in any order", async () => {
  const deaf = await openShopForTest({ hasWebhook: false, paymentIntentLimit: 100 });
  const buyer = await deaf.signUp("Buyer");
  const yam = await aProduct(deaf, { price: 10 });
  const ends: unknown[] = [];
  for (const order of [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [2, 4, 0, 3, 1],
    [1, 1, 3, 0, 0, 4, 2],
  ]) {
    const placed = await anOrder(buyer, yam);
    const intent = await requestIntent(deaf, buyer, placed.id);
    await confirm(deaf, intent);
    await stripeOf(deaf).refunds.create({ payment_intent: intent, amount: 300 });
    await stripeOf(deaf).refunds.create({ payment_intent: intent, amount: 700 });
    const events = await eventsOf(deaf, intent);
    expect(events.map(({ type }) => type)).toEqual(
      "payment_intent.succeeded refund.created charge.refunded refund.created charge.refunded".split(" "),
    );
    for (const place of order) expect((await deliver(deaf, events[place] ?? {})).status).toBe(200);
    const { status, paid_amount, refunded_amount, payments, refunds } = await orderOf(deaf, placed.id);
    ends.push([status, paid_amount, refunded_amount, payments[0]?.refunded_cents, refunds.length]);
  }
  expect(ends).toEqual(Array(4).fill(["refunded", 10, 10, 1000, 2]));
});

test("a succeeded refund does not become pending again", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const reportRefund = (status: string) =>
    deliver(shop, {
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "refund.updated",
      data: {
        object: {
          id: `re_${order.id}`,
          object: "refund",
          amount: 200,
          currency: "usd",
          status,
          payment_intent: order.intentId,
          metadata: {},
        },
      },
    });
  expect((await reportRefund("pending")).outcome).toBe("refund_pending");
  expect((await orderOf(shop, order.id)).refunded_amount).toBe(0);
  expect((await reportRefund("succeeded")).outcome).toBe("refund_succeeded");
  expect((await reportRefund("pending")).outcome).toBe("refund_succeeded");
  expect(await orderOf(shop, order.id)).toMatchObject({ refunded_amount: 2, refunds: [{ status: "succeeded" }] });
  expect((await reportRefund("failed")).outcome).toBe("refund_failed");
  expect((await orderOf(shop, order.id)).refunded_amount).toBe(0);
});

/** Creates an order whose refund succeeds and is then returned by the bank. */
async function aFailedRefund(status: "paid" | "cancelled" = "paid", input: object = {}) {
  const customer = await shop.signUp("Esi Customer");
  const order = await aPaidOrder(shop, customer, oil, 3);
  if (status === "cancelled") await call(customer, "cancel_order", { order_id: order.id });
  else await request(admin, order.id, input).throwOnError();
  await shop.worker.runOnce();
  const refundId = (await orderOf(shop, order.id)).refunds[0]?.id ?? "";
  await settleRefund(refundId, "failed", "lost_or_stolen_card");
  return { order, refundId };
}

const rejectionOf = async (name: "retry_refund" | "give_refund_in_cash", refund_id: string) =>
  (await admin.client.rpc(name, { refund_id })).error?.message;

async function refundEventsOf(orderId: string): Promise<string[]> {
  const rows = await shop.database.admin<{ type: string }[]>`
    select type from payment_events where order_id = ${orderId} and type like '%refund%' order by type`;
  return rows.map(({ type }) => type);
}

const mailsOf = (order_id: string, kind: string) =>
  readRows(admin, "outgoing_mails", "facts", { order_id, kind }, "created_at");

test.each(["paid", "cancelled"] as const)(
  "an order whose refund fails, %s before, is refund_failed, and one email is sent",
  async (before) => {
    const { order, refundId } = await aFailedRefund(before);
    expect(await orderOf(shop, order.id)).toMatchObject({ status: "refund_failed", refunded_amount: 0 });
    await settleRefund(refundId, "failed");
    expect(await failedRefundsOf(order.id)).toHaveLength(1);
    expect(await mailsOf(order.id, "refund_failed")).toMatchObject([{ facts: { refund: { amount: 30 } } }]);
  },
);

test("a failed refund is retried once however often it is requested, and the order is then refunded", async () => {
  const { order, refundId } = await aFailedRefund();
  const retry = () => admin.client.rpc("retry_refund", { refund_id: refundId });
  const responses = await Promise.all([retry(), retry(), retry()]);
  expect(new Set(responses.map(({ data }) => data?.id)).size).toBe(1);
  expect(await failedRefundsOf(order.id)).toEqual([]);
  expect((await orderOf(shop, order.id)).status).toBe("refund_failed");
  await settleRefund(responses[0]?.data?.id ?? "", "succeeded");
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "refunded", refunded_amount: 30 });
  const late = await admin.client.rpc("give_refund_in_cash", { refund_id: refundId });
  expect([late.status, late.error?.message]).toEqual([409, "This refund was already tried again."]);
});

test("a retried refund is sent to the provider as a new one", async () => {
  const { order, refundId } = await aFailedRefund("paid", { amount_cents: 1000 });
  expect((await orderOf(shop, order.id)).status).toBe("paid");
  const again = await call(admin, "retry_refund", { refund_id: refundId });
  await shop.worker.runOnce();
  const made = await stripeOf(shop).refunds.list({ payment_intent: order.intentId });
  expect(made.data.map(({ metadata }) => metadata?.["refund_id"])).toEqual([again.id, refundId]);
  expect((await orderOf(shop, order.id)).refunded_amount).toBe(10);
});

test("a failed refund is paid in cash once, and is in the cash total, audit log, and email", async () => {
  const cash = async () => {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format(new Date());
    const data = await call(admin, "daily_report", { first_day: today, last_day: today });
    const { methods }: FunctionRow<"daily_report"> = data;
    return methods.find(({ method }) => method === "store_cash")?.refunded ?? 0;
  };
  const { order, refundId } = await aFailedRefund("cancelled");
  const before = await cash();
  const give = () => admin.client.rpc("give_refund_in_cash", { refund_id: refundId });
  const responses = await Promise.all([give(), give()]);
  expect(responses.map(({ data }) => data)).toMatchObject([
    { status: "succeeded", method: "store_cash", requested_by: admin.id, replaces_id: refundId },
    { id: responses[0]?.data?.id },
  ]);
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "refunded", refunded_amount: 30 });
  expect((await cash()) - before).toBe(30);
  expect(await mailsOf(order.id, "order_refunded")).toMatchObject([
    {},
    { facts: { refund: { amount: 30, method: "store_cash", is_whole: true } } },
  ]);
  const history = await readRows(admin, "audit_log", "actor, after", { kind: "refund" }, "id");
  expect(history.at(-1)).toMatchObject({ actor: "Ola Owner", after: { amount: 30, method: "store_cash" } });
  expect(await rejectionOf("retry_refund", refundId)).toBe("This refund was already paid in cash.");
  // The worker does not send this refund to the provider.
  const made = await stripeOf(shop).refunds.list({ payment_intent: order.intentId });
  await shop.worker.runOnce();
  expect((await stripeOf(shop).refunds.list({ payment_intent: order.intentId })).data).toHaveLength(made.data.length);
});

test("a failed refund is not retried when its money or items were refunded another way", async () => {
  const first = await aFailedRefund();
  await request(admin, first.order.id, { amount_cents: 500 }).throwOnError();
  expect(await rejectionOf("retry_refund", first.refundId)).toBe("Only $25.00 of this payment can be refunded.");
  const esi = await shop.signUp("Esi Customer");
  const order = await aPaidOrder(shop, esi, oil, 3);
  const lines = [{ order_item_id: order.lines[0], quantity: 2 }];
  const refund = { lines, reason: "damaged" };
  const { data: failed } = await request(admin, order.id, refund).throwOnError();
  await settleRefund(failed.id, "failed");
  await request(admin, order.id, refund).throwOnError();
  expect(await rejectionOf("give_refund_in_cash", failed.id)).toBe("These items were already refunded another way.");
  const { data: waiting } = await request(admin, (await aPaidOrder(shop, esi, oil)).id).throwOnError();
  expect(await rejectionOf("retry_refund", waiting.id)).toBe("This refund has not failed.");
});

test("items of a returned refund that failed after they were restocked are not restocked again", async () => {
  const yam = await aProduct(shop, { price: 10, stock_count: 5 });
  const order = await aPaidOrder(shop, await shop.signUp("Esi Customer"), yam, 3);
  const lines = [{ order_item_id: order.lines[0], quantity: 1 }];
  const { data: refund } = await request(admin, order.id, { lines, reason: "returned" }).throwOnError();
  await shop.worker.runOnce();
  expect(await leftOf(shop, yam)).toBe(3);
  // Waits for the provider's events about this refund, so that none arrives after it has failed.
  await expect.poll(() => refundEventsOf(order.id)).toEqual(["charge.refunded", "refund.created"]);
  await settleRefund(refund.id, "failed");
  await call(admin, "retry_refund", { refund_id: refund.id });
  await shop.worker.runOnce();
  expect(await leftOf(shop, yam)).toBe(3);
  expect((await orderOf(shop, order.id)).refunds).toMatchObject([{ status: "failed" }, { status: "succeeded" }]);
});
