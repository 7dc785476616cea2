import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { createPaymentProvider } from "#server/payments/payment-provider.ts";
import { expectReply } from "./expect-reply.ts";
import { anotherIntent, applyEvent, confirm, deliver, eventsOf, move, requestIntent, stripeOf } from "./paying.ts";
import { call, insert, postJson, readRow, readRows, update } from "./requests.ts";
import { anOrder, aProduct, createTestWorker, openTestShop, type Person, type TestShop } from "./running-shop.ts";

const startedAt = new Date();
const errors: unknown[] = [];

/** Events arrive only when a test delivers them, because the worker does not reconcile. */
const shop = await openTestShop({
  hasWebhook: false,
  paymentIntentLimit: 1000,
  now: () => startedAt,
  onWorkError: (error) => errors.push(error),
});
const [admin, kofi] = await Promise.all([shop.signUpAdmin("Ola Owner"), shop.signUp("Kofi Other")]);
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 10 });
await shop.worker.runOnce();

interface Held {
  id: string;
  intent: string;
  person: Person;
}

let customerCount = 0;

/** Creates an order whose payment will be a hold, with its intent. */
async function anOrderToHold(quantity = 2, product = oil): Promise<Held> {
  customerCount += 1;
  const person = await shop.signUp(`Customer ${customerCount}`);
  const { id } = await anOrder(person, product, quantity);
  await shop.database.admin`update orders set holds_payment = true where id = ${id}`;
  return { id, person, intent: await requestIntent(shop, person, id) };
}

/** Creates an order for $20.00 with a recorded hold. */
async function aHeldOrder(quantity = 2): Promise<Held> {
  const held = await anOrderToHold(quantity);
  await confirm(shop, held.intent);
  await receive(held.intent);
  expect((await orderOf(held.id)).status).toBe("paid");
  return held;
}

/** Delivers all events of an intent in their order, including those delivered before. */
async function receive(intent: string): Promise<void> {
  for (const event of await eventsOf(shop, intent)) await deliver(shop, event);
}

/** Returns an order and its refunds; its amounts also count what a hold did not charge. */
async function orderOf(id: string) {
  const order = await readRow(shop, "orders", "status, paid_amount, refunded_amount", { id });
  const columns = "amount_cents, reason, method, status";
  const refunds = await readRows(shop, "refunds", columns, { order_id: id }, "created_at");
  const onHold = refunds.filter(({ method, status }) => method === "release" && status === "succeeded");
  const cents = onHold.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const plus = (amount: number) => Math.round(amount * 100 + cents) / 100;
  return { ...order, paid_amount: plus(order.paid_amount), refunded_amount: plus(order.refunded_amount), refunds };
}

const PAYMENT = "amount_cents, refunded_cents, held_until, captured_at, capture_at, capture_cents, capture_attempts";
const paymentOf = ({ intent }: Pick<Held, "intent">) =>
  readRow(shop, "payments", PAYMENT, { payment_intent_id: intent });

/** What is left of a refund that was part of a hold. */
const released = (amount_cents: number, reason = "requested_by_customer") =>
  ({ amount_cents, reason, method: "release", status: "succeeded" }) as const;

/** Holds another payment of this order. @returns its intent */
async function aSecondHold(orderId: string, amount = 2000): Promise<string> {
  const { id } = await stripeOf(shop).paymentIntents.create({
    amount,
    currency: "usd",
    capture_method: "manual",
    metadata: { order_id: orderId },
  });
  await confirm(shop, id);
  await receive(id);
  return id;
}

const cancel = (held: Held) => call(held.person, "cancel_order", { order_id: held.id });

async function chargedCents(intent: string): Promise<{ status: string; captured: number; refunded: number }> {
  const { status, amount_received } = await stripeOf(shop).paymentIntents.retrieve(intent);
  const { data } = await stripeOf(shop).refunds.list({ payment_intent: intent });
  const refunded = data.filter((refund) => refund.balance_transaction !== null);
  return { status, captured: amount_received, refunded: refunded.reduce((sum, { amount }) => sum + amount, 0) };
}

const refund = (held: Pick<Held, "id">, input: object = {}) =>
  call(admin, "request_refund", { order_id: held.id, ...input });
const refundLine = async (held: Held, quantity: number) => {
  const { id } = await readRow(admin, "order_items", "id", { order_id: held.id });
  return refund(held, { lines: [{ order_item_id: id, quantity }], reason: "damaged" });
};

async function alertsOf(orderId: string): Promise<string[]> {
  const data = await readRows(admin, "shop_alerts", "kind, message", { order_id: orderId }, "id");
  return data.map(({ kind, message }) => `${kind}: ${message}`);
}

const mailsTo = (email: string) => shop.mailbox.list().filter(({ to }) => to === email);

const LOST = "hold_lost: The hold of $20.00 on the customer's card ended before it was captured. Nothing was charged.";

const workerWith = (payments: Partial<TestShop["payments"]>) =>
  createTestWorker(shop, {
    payments: { ...shop.payments, ...payments },
    mailer: null,
    now: () => startedAt,
    logError: (error) => void errors.push(error),
  });

/** Makes postponed jobs due. */
async function makeDue(held: Held): Promise<void> {
  await shop.database.admin`update payments set capture_at = now() where payment_intent_id = ${held.intent}`;
  await shop.database.admin`update refunds set next_attempt_at = now() where payment_intent_id = ${held.intent}`;
}

test("an authorized order counts as paid and is charged what it costs once it is ready", async () => {
  const held = await aHeldOrder();
  expect(await chargedCents(held.intent)).toEqual({ status: "requires_capture", captured: 0, refunded: 0 });
  expect(await orderOf(held.id)).toMatchObject({ status: "paid", paid_amount: 20, refunded_amount: 0 });
  await refund(held, { amount_cents: 201 });
  await shop.worker.runOnce();
  expect(await orderOf(held.id)).toMatchObject({
    refunds: [{ amount_cents: 201, method: "release", status: "requested" }],
  });
  await move(admin, held.id, "preparing");
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 0, refunds: 0 });
  await move(admin, held.id, "ready");
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 1, refunds: 0 });
  expect(await chargedCents(held.intent)).toEqual({ status: "succeeded", captured: 1799, refunded: 0 });
  expect(await orderOf(held.id)).toEqual({
    status: "ready",
    paid_amount: 20,
    refunded_amount: 2.01,
    refunds: [released(201)],
  });
  expect(await paymentOf(held)).toMatchObject({ amount_cents: 2000, refunded_cents: 201, capture_cents: 1799 });
  // The provider's events about the same changes have no further effect.
  await receive(held.intent);
  await shop.worker.runOnce();
  expect((await orderOf(held.id)).refunded_amount).toBe(2.01);
  expect(await alertsOf(held.id)).toEqual([]);
});

test("an order without a hold is charged at once, and its refunds are sent at once", async () => {
  const { id } = await anOrder(kofi, oil);
  const intent = await requestIntent(shop, kofi, id);
  expect((await stripeOf(shop).paymentIntents.retrieve(intent)).capture_method).toBe("automatic");
  await confirm(shop, intent);
  await receive(intent);
  expect(await chargedCents(intent)).toEqual({ status: "succeeded", captured: 1000, refunded: 0 });
  expect(await paymentOf({ intent })).toMatchObject({ held_until: null, captured_at: null, capture_at: null });
  await refund({ id }, { amount_cents: 300 });
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 0, refunds: 1 });
  expect((await orderOf(id)).refunds).toMatchObject([{ amount_cents: 300, method: null, status: "succeeded" }]);
});

test("an order for a time more than five days away is charged at once", async () => {
  for (const [days, method] of [
    [4, "manual"],
    [6, "automatic"],
  ] as const) {
    const person = await shop.signUp(`Plans ${days} days ahead`);
    const { id } = await anOrder(person, oil);
    await shop.withoutTriggers`update orders set holds_payment = true, window_starts_at = now() + ${`${days} days`}::interval,
        window_ends_at = now() + ${`${days} days`}::interval + interval '2 hours' where id = ${id}`;
    expect(await call(shop, "is_payment_held", { order_id: id })).toBe(method === "manual");
    const intent = await requestIntent(shop, person, id);
    expect((await stripeOf(shop).paymentIntents.retrieve(intent)).capture_method).toBe(method);
  }
});

test.for([
  ["a cancellation", cancel, [released(2000, "cancelled")]],
  [
    "a full refund",
    async (held: Held) => {
      await refund(held, { amount_cents: 500 });
      await refund(held);
    },
    [released(500), released(1500)],
  ],
] as const)("%s of a held order releases the hold without a charge", async ([, end, refunds]) => {
  const held = await aHeldOrder();
  await end(held);
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 1, refunds: 0 });
  expect(await chargedCents(held.intent)).toEqual({ status: "canceled", captured: 0, refunded: 0 });
  await receive(held.intent);
  expect(await orderOf(held.id)).toMatchObject({ status: "refunded", refunded_amount: 20, refunds });
  expect(await alertsOf(held.id)).toEqual([]);
});

test("a line refunded before the capture is released, and one after it is sent back", async () => {
  const held = await aHeldOrder(3);
  await refundLine(held, 1);
  await move(admin, held.id, "preparing", "ready");
  await shop.worker.runOnce();
  await refundLine(held, 1);
  await shop.worker.runOnce();
  expect(await chargedCents(held.intent)).toEqual({ status: "succeeded", captured: 2000, refunded: 1000 });
  expect(await orderOf(held.id)).toMatchObject({
    status: "ready",
    refunded_amount: 20,
    refunds: [
      { ...released(1000), reason: "damaged" },
      { amount_cents: 1000, method: null, status: "succeeded" },
    ],
  });
  await receive(held.intent);
  await refund(held);
  await shop.worker.runOnce();
  await receive(held.intent);
  expect(await orderOf(held.id)).toMatchObject({ status: "refunded", refunded_amount: 30 });
});

test("a hold is captured a day before the bank ends it, minus the refunds requested by then", async () => {
  const held = await aHeldOrder();
  const { held_until, capture_at } = await paymentOf(held);
  expect(Date.parse(held_until ?? "") - Date.parse(capture_at ?? "")).toBe(24 * 60 * 60 * 1000);
  expect(Date.parse(held_until ?? "") - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60 * 1000);
  expect(Date.parse(held_until ?? "") - Date.now()).toBeLessThanOrEqual(7 * 24 * 60 * 60 * 1000);
  await refund(held, { amount_cents: 300 });
  await shop.database.admin`update payments set capture_at = now() where payment_intent_id = ${held.intent}`;
  await shop.worker.runOnce();
  expect(await chargedCents(held.intent)).toEqual({ status: "succeeded", captured: 1700, refunded: 0 });
  await move(admin, held.id, "preparing", "ready");
  await refund(held, { amount_cents: 100 });
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 0, refunds: 1 });
  expect(await orderOf(held.id)).toMatchObject({ status: "ready", refunded_amount: 4 });
});

test("a hold's end given by the provider applies when it is earlier than expected", async () => {
  const held = await aHeldOrder();
  const { held_until } = await paymentOf(held);
  const event = await shop.payments.findPaymentEvent(held.intent);
  const sooner = new Date(Date.parse(held_until ?? "") - 60 * 60 * 1000).toISOString();
  await applyEvent(shop, event?.type ?? "", {
    order_id: held.id,
    payment_intent_id: held.intent,
    amount_cents: 2000,
    hold: { authorized_cents: 2000, held_until: sooner },
  });
  const known = await paymentOf(held);
  expect(Date.parse(known.held_until ?? "")).toBe(Date.parse(sooner));
  expect(Date.parse(known.capture_at ?? "")).toBe(Date.parse(sooner) - 24 * 60 * 60 * 1000);
});

test("an authorization recorded by a process of the previous release is a hold, too", async () => {
  const held = await anOrderToHold();
  await confirm(shop, held.intent);
  const event = { order_id: held.id, payment_intent_id: held.intent, amount_cents: 2000 };
  await applyEvent(shop, "payment_intent.amount_capturable_updated", event);
  await move(admin, held.id, "preparing", "ready");
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 1 });
  expect(await chargedCents(held.intent)).toEqual({ status: "succeeded", captured: 2000, refunded: 0 });
});

test("a hold that ends before its capture charges nothing and raises an alert", async () => {
  const held = await aHeldOrder();
  await refund(held, { amount_cents: 500 });
  await move(admin, held.id, "preparing");
  await shop.sandbox.dashboard.expire(held.intent);
  await receive(held.intent);
  expect(await orderOf(held.id)).toMatchObject({
    status: "refunded",
    refunded_amount: 20,
    refunds: [released(500), released(1500, "provider")],
  });
  expect(await alertsOf(held.id)).toEqual([LOST]);
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 0, refunds: 0 });
});

test("a lost hold is noticed by the capture itself when no event arrives", async () => {
  const held = await aHeldOrder();
  await shop.sandbox.dashboard.cancel(held.intent);
  await move(admin, held.id, "preparing", "ready");
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 1 });
  expect(await orderOf(held.id)).toMatchObject({ status: "refunded", refunded_amount: 20 });
  expect(await alertsOf(held.id)).toEqual([LOST]);
  await receive(held.intent);
  expect(await alertsOf(held.id)).toEqual([LOST]);
});

test("reconciliation finds authorizations, captures, and lost holds whose events never arrive", async () => {
  const [authorized, captured, lost] = [await anOrderToHold(), await aHeldOrder(), await aHeldOrder()];
  await confirm(shop, authorized.intent);
  await shop.sandbox.dashboard.capture(captured.intent, 1500);
  await shop.sandbox.dashboard.expire(lost.intent);
  // The events are lost; only the intents can be read.
  const worker = workerWith({ listEvents: async () => [] });
  expect(await worker.reconcile()).toBe(3);
  expect(await orderOf(authorized.id)).toMatchObject({ status: "paid", refunds: [] });
  expect((await paymentOf(authorized)).held_until).not.toBeNull();
  expect(await orderOf(captured.id)).toMatchObject({ status: "paid", refunded_amount: 5 });
  expect(await orderOf(lost.id)).toMatchObject({ status: "refunded", refunded_amount: 20 });
  expect(await worker.reconcile()).toBe(0);
  for (const { intent } of [authorized, captured, lost]) await receive(intent);
  expect(await orderOf(captured.id)).toMatchObject({ status: "paid", refunded_amount: 5 });
  expect((await orderOf(lost.id)).refunds).toHaveLength(1);
});

test("a capture that fails is tried again with the same amount, and alerts after eight attempts", async () => {
  const held = await aHeldOrder();
  await refund(held, { amount_cents: 250 });
  await move(admin, held.id, "preparing", "ready");
  const broken = workerWith({ endHold: async () => Promise.reject(new Error("Stripe is down")) });
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await makeDue(held);
    expect(await broken.runOnce()).toMatchObject({ captures: 0 });
    expect(await paymentOf(held)).toMatchObject({ capture_attempts: attempt, capture_cents: 1750, captured_at: null });
    // Each retry waits longer, so the next run skips it, also if staff make the order ready again.
    await call(admin, "undo_order_moves", { order_ids: [held.id] });
    await move(admin, held.id, "ready");
    expect(await broken.runOnce()).toMatchObject({ captures: 0 });
    expect((await paymentOf(held)).capture_attempts).toBe(attempt);
  }
  expect(await alertsOf(held.id)).toEqual([
    "capture_stuck: The hold of $20.00 on the customer's card could not be captured eight times: Stripe is down",
  ]);
  // Requested after the amount was fixed, so it is not part of this capture.
  await refund(held, { amount_cents: 100 });
  await makeDue(held);
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 1, refunds: 1 });
  expect(await chargedCents(held.intent)).toEqual({ status: "succeeded", captured: 1750, refunded: 100 });
  expect(await orderOf(held.id)).toMatchObject({
    refunded_amount: 3.5,
    refunds: [released(250), { amount_cents: 100, method: null, status: "succeeded" }],
  });
});

/** The provider after a day, when it has forgotten the keys of earlier requests. */
const aDayLater = createPaymentProvider({
  secretKey: "sk_test_sandbox",
  webhookSecret: shop.webhookSecret,
  sandboxFetch: (request) => {
    request.headers.delete("idempotency-key");
    return shop.sandbox.app.fetch(request);
  },
});

test("a process killed between the capture and its record finds what was captured", async () => {
  for (const hasEvents of [false, true]) {
    const held = await aHeldOrder();
    await refund(held, { amount_cents: 250 });
    await move(admin, held.id, "preparing", "ready");
    let attempts = 0;
    // One worker, because a new one reconciles first and finds the capture without asking for it.
    const worker = workerWith({
      endHold: async (intent, cents) => {
        attempts += 1;
        if (attempts === 1) {
          await shop.payments.endHold(intent, cents);
          throw new Error("killed");
        }
        return aDayLater.endHold(intent, cents);
      },
    });
    await worker.runOnce();
    expect((await paymentOf(held)).captured_at).toBeNull();
    if (hasEvents) await receive(held.intent);
    await makeDue(held);
    await worker.runOnce();
    expect(attempts).toBe(hasEvents ? 1 : 2);
    expect((await paymentOf(held)).captured_at).not.toBeNull();
    await receive(held.intent);
    expect(await chargedCents(held.intent)).toEqual({ status: "succeeded", captured: 1750, refunded: 0 });
    expect(await orderOf(held.id)).toMatchObject({ status: "ready", refunded_amount: 2.5, refunds: [released(250)] });
  }
});

function permutationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, place) => permutationsOf(items.toSpliced(place, 1)).map((rest) => [item, ...rest]));
}

test.for([
  {
    what: "a capture",
    end: (intent: string) => shop.sandbox.dashboard.capture(intent, 1500),
    last: "payment_intent.succeeded",
    left: { status: "paid", cents: 500, alerts: [] },
  },
  {
    what: "a lost hold",
    end: (intent: string) => shop.sandbox.dashboard.expire(intent),
    last: "payment_intent.canceled",
    left: { status: "refunded", cents: 2000, alerts: [LOST] },
  },
])("the events of $what have the same result in every order, and twice", async ({ end, last, left }) => {
  const { status, cents, alerts } = left;
  const first = "payment_intent.amount_capturable_updated";
  for (const types of permutationsOf([first, last, "refund.created", "charge.refunded"])) {
    const held = await anOrderToHold();
    await confirm(shop, held.intent);
    await end(held.intent);
    const events = await eventsOf(shop, held.intent);
    for (const type of [...types, ...types.toReversed()]) {
      const event = events.find((each) => each.type === type);
      if (event) await deliver(shop, event);
    }
    const refunds = [released(cents, "provider")];
    const order = { status, paid_amount: 20, refunded_amount: cents / 100, refunds };
    expect([types, await orderOf(held.id)]).toEqual([types, order]);
    expect(await paymentOf(held)).toMatchObject({ amount_cents: 2000, refunded_cents: cents });
    expect(await alertsOf(held.id)).toEqual(alerts);
  }
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 0, refundsRead: 0, refunds: 0 });
});

test("a refund in the dashboard after the capture is found in every order of events", async () => {
  for (const types of permutationsOf(["payment_intent.succeeded", "refund.created", "charge.refunded"])) {
    const held = await aHeldOrder();
    await shop.sandbox.dashboard.capture(held.intent, 1500);
    await shop.sandbox.dashboard.refund(held.intent, 400);
    const events = (await eventsOf(shop, held.intent)).toReversed();
    for (const type of types) {
      for (const event of events) if (event.type === type) await deliver(shop, event);
    }
    await shop.worker.runOnce();
    const { refunds, refunded_amount, status } = await orderOf(held.id);
    expect([types, status, refunded_amount]).toEqual([types, "paid", 9]);
    expect(refunds.map(({ amount_cents, method }) => [amount_cents, method]).toSorted()).toEqual([
      [400, null],
      [500, "release"],
    ]);
  }
});

test("a capture in the dashboard releases requested refunds that fit wholly, the oldest first", async () => {
  const held = await aHeldOrder();
  for (const amount_cents of [300, 400, 100]) await refund(held, { amount_cents });
  await shop.sandbox.dashboard.capture(held.intent, 1500);
  await receive(held.intent);
  expect((await orderOf(held.id)).refunds).toEqual([
    released(300),
    { amount_cents: 400, reason: "requested_by_customer", method: null, status: "requested" },
    released(100),
    released(100, "provider"),
  ]);
  expect(await shop.worker.runOnce()).toMatchObject({ captures: 0, refunds: 1 });
  await receive(held.intent);
  expect(await chargedCents(held.intent)).toEqual({ status: "succeeded", captured: 1500, refunded: 400 });
  expect(await orderOf(held.id)).toMatchObject({ status: "paid", refunded_amount: 9 });
});

test("a dashboard capture of a canceled order is refunded", async () => {
  const held = await aHeldOrder();
  await cancel(held);
  await shop.sandbox.dashboard.capture(held.intent, 1500);
  await shop.worker.runOnce();
  await receive(held.intent);
  await shop.worker.runOnce();
  await receive(held.intent);
  expect(await chargedCents(held.intent)).toEqual({ status: "succeeded", captured: 1500, refunded: 1500 });
  expect(await orderOf(held.id)).toMatchObject({ status: "refunded", refunded_amount: 20 });
});

test("a refund and a capture at the same moment add up to the payment", async () => {
  for (let round = 0; round < 12; round += 1) {
    const held = await aHeldOrder();
    await move(admin, held.id, "preparing", "ready");
    await Promise.all([refund(held, { amount_cents: 300 }), shop.worker.runOnce()]);
    await makeDue(held);
    await shop.worker.runOnce();
    await receive(held.intent);
    const { captured, refunded } = await chargedCents(held.intent);
    expect(captured - refunded).toBe(1700);
    expect(await orderOf(held.id)).toMatchObject({ status: "ready", refunded_amount: 3 });
    expect((await orderOf(held.id)).refunds).toHaveLength(1);
  }
});

test("several processes capture a hold once", async () => {
  const held = await aHeldOrder();
  await move(admin, held.id, "preparing", "ready");
  const done = await Promise.all([1, 2, 3].map(() => workerWith({}).runOnce()));
  expect(done.reduce((sum, { captures }) => sum + captures, 0)).toBe(1);
  expect((await paymentOf(held)).capture_attempts).toBe(1);
  // The late error of another attempt.
  await call(shop, "finalize_capture", { payment_intent_id: held.intent, captured_cents: 0, error: "Stripe was away" });
  expect(await readRow(shop, "payments", "capture_error", { payment_intent_id: held.intent })).toEqual({
    capture_error: null,
  });
});

test("withdrawing an order that is already held records its payment and keeps the hold", async () => {
  const held = await anOrderToHold();
  await confirm(shop, held.intent);
  const response = await postJson(shop, "/api/withdraw-order", { orderId: held.id }, held.person);
  await expectReply(response, 409, { error: "This order is already paid." });
  expect((await orderOf(held.id)).status).toBe("paid");
  expect((await chargedCents(held.intent)).status).toBe("requires_capture");
});

test("a hold for an order that is already canceled or paid is released", async () => {
  const canceled = await anOrderToHold();
  await cancel(canceled);
  await confirm(shop, canceled.intent);
  // Closing the intent finds the hold and records it.
  await shop.worker.runOnce();
  await shop.worker.runOnce();
  expect(await chargedCents(canceled.intent)).toEqual({ status: "canceled", captured: 0, refunded: 0 });
  expect(await orderOf(canceled.id)).toMatchObject({ status: "cancelled", refunds: [released(2000, "cancelled")] });

  const twice = await aHeldOrder();
  const second = await aSecondHold(twice.id);
  await shop.worker.runOnce();
  expect(await chargedCents(second)).toEqual({ status: "canceled", captured: 0, refunded: 0 });
  expect((await chargedCents(twice.intent)).status).toBe("requires_capture");
  const order = await readRow(shop, "orders", "status, paid_amount, refunded_amount", { id: twice.id });
  expect(order).toEqual({ status: "paid", paid_amount: 20, refunded_amount: 0 });
});

test("a hold of another amount pays nothing", async () => {
  const { id } = await anOrder(kofi, oil);
  const intent = await anotherIntent(shop, id, 1000);
  await stripeOf(shop).paymentIntents.cancel(intent);
  await aSecondHold(id, 999);
  expect((await orderOf(id)).status).toBe("pending");
  expect(await alertsOf(id)).toEqual([expect.stringContaining("amount_mismatch")]);
  await call(kofi, "cancel_order", { order_id: id });
});

test("the last product sold during the authorization releases the hold", async () => {
  const last = await aProduct(shop, { name: "Last Yam", price: 10 });
  await update(shop, "products", { id: last.id }, { availability: "counted" });
  await shop.data.service.from("product_stock").upsert({ product_id: last.id, stock_count: 1 }).throwOnError();
  const { id, intent } = await anOrderToHold(1, last);
  await update(shop, "product_stock", { product_id: last.id }, { stock_count: 0 });
  await confirm(shop, intent);
  await receive(intent);
  await shop.worker.runOnce();
  expect(await orderOf(id)).toMatchObject({ status: "refunded", refunds: [{ reason: "sold_out", method: "release" }] });
  expect((await chargedCents(intent)).captured).toBe(0);
});

test("a new order never starts with a hold, and one with a payment intent keeps what it has", async () => {
  const person = await shop.signUp("Sly Customer");
  const { id } = await anOrder(person, oil);
  const wrong = await person.client.from("orders").update({ holds_payment: true }).eq("id", id);
  expect([401, 403]).toContain(wrong.status);
  expect((await person.client.from("orders").insert({ holds_payment: true })).status).toBe(403);
  await insert(shop, "orders", { user_id: person.id, holds_payment: true });
  expect((await readRows(person, "orders", "holds_payment")).some(({ holds_payment }) => holds_payment)).toBe(false);
  const held = await anOrderToHold();
  const changed = await shop.data.service.from("orders").update({ holds_payment: false }).eq("id", held.id);
  expect(changed.status).toBe(409);
});

test("emails, the link page, and reports never call a released amount refunded", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const report = async () => {
    const days = { first_day: yesterday, last_day: today };
    const { methods } = (await call(admin, "daily_report", days)) as unknown as FunctionRow<"daily_report">;
    return Object.fromEntries(methods.map(({ method, sales, refunded }) => [method, sales - refunded]));
  };
  const before = await report();
  const held = await aHeldOrder();
  const linked = () => call(shop, "linked_order", { order_id: held.id });
  expect(await linked()).toMatchObject({ held_amount: 20, released_amount: 0 });
  await refund(held, { amount_cents: 200 });
  await move(admin, held.id, "preparing", "ready");
  await shop.worker.runOnce();
  await refund(held, { amount_cents: 150 });
  await shop.worker.runOnce();
  await shop.worker.runOnce();
  expect(await linked()).toMatchObject({ held_amount: 0, released_amount: 2, refunds: [{ method: "release" }, {}] });
  const after = await report();
  expect((after["card"] ?? 0) - (before["card"] ?? 0)).toBeCloseTo(16.5);
  const exported = await call(admin, "export_accounting", { what: "refunds", first_day: yesterday, last_day: today });
  const own = (exported as { payment_intent_id: string; method: string; amount: number }[]).filter(
    ({ payment_intent_id }) => payment_intent_id === held.intent,
  );
  expect(own.map(({ method, amount }) => [method, amount])).toEqual([["card", 1.5]]);
  expect(await chargedCents(held.intent)).toEqual({ status: "succeeded", captured: 2000 - 200, refunded: 150 });
  const mails = mailsTo(held.person.email).map(({ subject, text }) => `${subject}\n${text}`);
  const paid = mails.find((mail) => mail.startsWith("We received your order"));
  expect(paid).toContain("We hold at most $20.00 on your card and charge what it weighs when we pack it.");
  const released = mails.find((mail) => mail.startsWith("$2.00 not charged for order"));
  expect(released).toContain("You were not charged $2.00 of the hold");
  expect(mails.filter((mail) => mail.includes("$2.00 refunded"))).toEqual([]);
  expect(mails.find((mail) => mail.startsWith("$1.50 refunded for order"))).toContain("to your card");
});

test("a canceled hold and a second one are emailed as never charged", async () => {
  const held = await aHeldOrder();
  await aSecondHold(held.id);
  await cancel(held);
  await shop.worker.runOnce();
  await shop.worker.runOnce();
  const text = mailsTo(held.person.email)
    .map((mail) => mail.text)
    .join("\n");
  expect(text).toContain("The hold of $20.00 on your card is being released. You are not charged.");
  expect(text).toMatch(/The hold of \$20\.00 for order \d+ was released\. You were not charged\./);
  expect(text).toMatch(/Your card was authorized twice for order \d+\. We released the second hold of \$20\.00/);
  expect(text).not.toMatch(/refund/i);
});

test("the diagram of docs/money.md shows exactly the status changes of a hold", async () => {
  const { admin: sql } = shop.database;
  await sql.script(`
    create table private.hold_moves (move text);
    create function private.hold_state(held public.payments) returns text language sql as $$
      select case when held.captured_at is null and held.capture_cents is null then 'held'
        when held.captured_at is null then 'claimed' when held.capture_cents > 0 then 'charged' else 'released' end $$;
    create function private.write_hold_move() returns trigger language plpgsql security definer as $$
    begin
      insert into private.hold_moves values (concat(private.hold_state(old), ' > ', private.hold_state(new)));
      return null;
    end $$;
    create trigger write_hold_move after update on public.payments
      for each row when (new.held_until is not null) execute function private.write_hold_move();`);
  const ends: ((held: Held) => PromiseLike<unknown>)[] = [
    (held) => shop.sandbox.dashboard.capture(held.intent, 1500),
    (held) => shop.sandbox.dashboard.cancel(held.intent),
    (held) => move(admin, held.id, "preparing", "ready"),
    (held) => refund(held),
  ];
  for (const end of ends) {
    const held = await aHeldOrder();
    await end(held);
    await receive(held.intent);
    await shop.worker.runOnce();
    await receive(held.intent);
  }
  const rows = await sql<{ move: string }[]>`select distinct move from private.hold_moves`;
  const moves = rows.flatMap(({ move: made }) => {
    const [from, to] = made.split(" > ");
    return from === to ? [] : [made];
  });
  const documentation = readFileSync(join(import.meta.dirname, "..", "docs", "money.md"), "utf8");
  const diagram = documentation.split("```mermaid")[2]?.split("```")[0] ?? "";
  const drawn = [...diagram.matchAll(/^ {4}(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} > ${to}`);
  expect(drawn.toSorted()).toEqual(moves.toSorted());
  await sql.script("drop trigger write_hold_move on public.payments");
});
