import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { startSandbox } from "../testing.ts";

/**
 * The contract with Stripe that the store relies on, through the official SDK: always against the sandbox, and against
 * Stripe's test mode when its key is set:
 *
 *     STRIPE_TEST_SECRET_KEY=sk_test_… npx vitest run packages/stripe-sandbox/server/stripe-contract.test.ts
 *
 * The key is at https://dashboard.stripe.com/test/apikeys. Test mode moves no money; each run leaves some
 * payments in it. Cards are Stripe's ready-made ones: https://docs.stripe.com/testing
 */
const TEST_KEY = process.env["STRIPE_TEST_SECRET_KEY"];
if (TEST_KEY && !TEST_KEY.startsWith("sk_test_")) {
  throw new Error("STRIPE_TEST_SECRET_KEY must be a key of Stripe's test mode (sk_test_…).");
}

type Connect = (key?: string) => Promise<Stripe>;
const others: [name: string, connect: Connect][] = TEST_KEY
  ? [["Stripe", async (key = TEST_KEY) => new Stripe(key, { apiVersion: Stripe.API_VERSION, telemetry: false })]]
  : [];
const sides: [name: string, connect: Connect][] = [
  [
    "the sandbox",
    async (key = "sk_test_contract") => {
      const { sandbox } = await startSandbox({ delayMs: 50 });
      const past = { orderId: AN_ORDER.metadata.order_id, description: "order", amountCents: 1999 };
      await sandbox.adopt([{ ...past, paymentIntentId: "pi_demo_past", paidAt: new Date("2026-01-05") }]);
      return new Stripe(key, {
        telemetry: false,
        httpClient: Stripe.createFetchHttpClient(async (url, init) => sandbox.app.fetch(new Request(url, init))),
      });
    },
  ],
  ...others,
];

const INVALID = { type: "StripeInvalidRequestError", statusCode: 400 };
const UNEXPECTED_STATE = { ...INVALID, code: "payment_intent_unexpected_state" };
const AN_ORDER = {
  amount: 1999,
  currency: "usd",
  allowed_payment_method_types: ["card"],
  metadata: { order_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" },
} satisfies Stripe.PaymentIntentCreateParams;

async function expectRejection(request: Promise<unknown>, error: object): Promise<void> {
  expect(await rejection(request)).toMatchObject(error);
}

async function pay(stripe: Stripe, payment_method = "pm_card_visa"): Promise<Stripe.PaymentIntent> {
  const { id } = await stripe.paymentIntents.create(AN_ORDER);
  return stripe.paymentIntents.confirm(id, { payment_method });
}

/** Tests one statement about Stripe's API on each side; its title begins with "%s". */
const contract = (title: string, run: (stripe: Stripe) => Promise<void>) =>
  test.each(sides)(title, async (_, connect) => run(await connect()));

async function rejection(request: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const response = await request.catch((error: unknown) => error);
  expect(response).toBeInstanceOf(Stripe.errors.StripeError);
  return response as Stripe.errors.StripeError;
}

contract("%s creates, retrieves, updates and lists a payment intent", async (stripe) => {
  const made = await stripe.paymentIntents.create({ ...AN_ORDER, metadata: { ...AN_ORDER.metadata, window: "today" } });
  expect(made).toMatchObject({
    object: "payment_intent",
    amount: 1999,
    amount_received: 0,
    currency: "usd",
    livemode: false,
    status: "requires_payment_method",
    metadata: AN_ORDER.metadata,
    last_payment_error: null,
  });
  expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_\\w+$`));
  await stripe.paymentIntents.update(made.id, { amount: 50, metadata: { note: "more", window: "" } });
  const changed = await stripe.paymentIntents.retrieve(made.id);
  expect([changed.amount, changed.metadata]).toEqual([50, { ...AN_ORDER.metadata, note: "more" }]);
  const { data } = await stripe.paymentIntents.list({ limit: 100, created: { gte: made.created } });
  expect(data.map(({ id }) => id)).toContain(made.id);
});

contract("%s charges a card once, and returns the charge", async (stripe) => {
  const paid = await pay(stripe);
  expect(paid).toMatchObject({ status: "succeeded", amount_received: 1999, last_payment_error: null });
  expect((await stripe.paymentIntents.retrieve(paid.id, { expand: ["latest_charge"] })).latest_charge).toMatchObject({
    object: "charge",
    amount: 1999,
    paid: true,
    refunded: false,
    payment_method_details: { type: "card", card: { brand: "visa", last4: "4242" } },
  });
  await expectRejection(stripe.paymentIntents.confirm(paid.id, { payment_method: "pm_card_visa" }), UNEXPECTED_STATE);
  await expectRejection(stripe.paymentIntents.update(paid.id, { amount: 100 }), UNEXPECTED_STATE);
  expect((await stripe.charges.list({ payment_intent: paid.id })).data).toHaveLength(1);
});

const DECLINED = "Your card was declined.";
const TOO_OFTEN = "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.";
const TRY_LATER = "An error occurred while processing your card. Try again in a little bit.";
const DECLINES: [card: string, code: string, declineCode: string | undefined, message: string][] = [
  ["visa_chargeDeclined", "card_declined", "generic_decline", DECLINED],
  ["visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds", "Your card has insufficient funds."],
  ["visa_chargeDeclinedLostCard", "card_declined", "lost_card", DECLINED],
  ["visa_chargeDeclinedStolenCard", "card_declined", "stolen_card", DECLINED],
  ["visa_chargeDeclinedVelocityLimitExceeded", "card_declined", "card_velocity_exceeded", TOO_OFTEN],
  ["chargeDeclinedExpiredCard", "expired_card", undefined, "Your card has expired."],
  ["chargeDeclinedIncorrectCvc", "incorrect_cvc", undefined, "Your card's security code is incorrect."],
  ["chargeDeclinedProcessingError", "processing_error", undefined, TRY_LATER],
];

for (const [card, code, declineCode, message] of DECLINES) {
  contract(`%s declines ${card} with ${code}, and then accepts another card`, async (stripe) => {
    const { id } = await stripe.paymentIntents.create(AN_ORDER);
    const declined = await rejection(stripe.paymentIntents.confirm(id, { payment_method: `pm_card_${card}` }));
    expect(declined).toMatchObject({ type: "StripeCardError", statusCode: 402, code, message });
    // Stripe documents no decline code for the others.
    if (declineCode !== undefined) expect(declined.decline_code).toBe(declineCode);
    expect(declined.charge).toMatch(/^ch_/);
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "requires_payment_method",
      amount_received: 0,
      last_payment_error: { type: "card_error", code, message },
    });
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_mastercard" });
    expect(paid).toMatchObject({ status: "succeeded", last_payment_error: null });
  });
}

contract("%s requires authentication for a 3-D Secure card", async (stripe) => {
  const { id } = await stripe.paymentIntents.create(AN_ORDER);
  expect(await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_threeDSecure2Required" })).toMatchObject({
    status: "requires_action",
    amount_received: 0,
    next_action: { type: "use_stripe_sdk" },
  });
});

contract("%s cancels an open intent, which then accepts no card, and rejects canceling a paid one", async (stripe) => {
  const { id } = await stripe.paymentIntents.create(AN_ORDER);
  const cancelled = await stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
  expect(cancelled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
  await expectRejection(stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }), UNEXPECTED_STATE);
  await expectRejection(stripe.paymentIntents.cancel(id), UNEXPECTED_STATE);
  const paid = await pay(stripe);
  await expectRejection(stripe.paymentIntents.cancel(paid.id), UNEXPECTED_STATE);
});

contract("%s refunds a part, then the rest, and never more", async (stripe) => {
  const { id } = await pay(stripe);
  expect((await rejection(stripe.refunds.create({ payment_intent: id, amount: 2000 }))).message).toBe(
    "Refund amount ($20.00) is greater than charge amount ($19.99)",
  );
  const part = await stripe.refunds.create({
    payment_intent: id,
    amount: 500,
    reason: "requested_by_customer",
    metadata: { refund_id: "ours" },
  });
  expect(part).toMatchObject({
    object: "refund",
    amount: 500,
    currency: "usd",
    payment_intent: id,
    status: "succeeded",
    metadata: { refund_id: "ours" },
  });
  expect((await rejection(stripe.refunds.create({ payment_intent: id, amount: 1500 }))).message).toBe(
    "Refund amount ($15.00) is greater than unrefunded amount on charge ($14.99)",
  );
  expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(1499);
  await expectRejection(stripe.refunds.create({ payment_intent: id }), {
    statusCode: 400,
    code: "charge_already_refunded",
  });
  expect((await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([1499, 500]);
  expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ id: part.id, amount: 500 });
  expect(await stripe.charges.retrieve(String(part.charge))).toMatchObject({ amount_refunded: 1999, refunded: true });
});

async function hold(stripe: Stripe): Promise<Stripe.PaymentIntent> {
  const { id } = await stripe.paymentIntents.create({ ...AN_ORDER, capture_method: "manual" });
  return stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
}

contract("%s holds a payment, captures a part of it once, and releases the rest", async (stripe) => {
  const held = await hold(stripe);
  expect(held).toMatchObject({
    status: "requires_capture",
    capture_method: "manual",
    amount_capturable: 1999,
    amount_received: 0,
  });
  const uncaptured = await stripe.charges.retrieve(String(held.latest_charge));
  expect(uncaptured).toMatchObject({ paid: true, captured: false, amount_captured: 0, amount_refunded: 0 });
  const captureBefore = uncaptured.payment_method_details?.card?.capture_before ?? 0;
  expect(captureBefore - uncaptured.created).toBeGreaterThan(6 * 24 * 60 * 60);
  const tooMuch = await rejection(stripe.paymentIntents.capture(held.id, { amount_to_capture: 2000 }));
  expect(tooMuch).toMatchObject({ ...INVALID, code: "amount_too_large" });
  expect(await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1500 })).toMatchObject({
    status: "succeeded",
    amount: 1999,
    amount_capturable: 0,
    amount_received: 1500,
  });
  await expectRejection(stripe.paymentIntents.capture(held.id), UNEXPECTED_STATE);
  await expectRejection(stripe.paymentIntents.cancel(held.id), UNEXPECTED_STATE);
  expect(await stripe.charges.retrieve(String(held.latest_charge))).toMatchObject({
    captured: true,
    amount: 1999,
    amount_captured: 1500,
    amount_refunded: 499,
    refunded: false,
  });
  // The rest is listed as a refund that moved no money.
  const { data } = await stripe.refunds.list({ payment_intent: held.id });
  expect(data).toMatchObject([{ amount: 499, status: "succeeded", balance_transaction: null }]);
  const refund = await stripe.refunds.create({ payment_intent: held.id });
  expect(refund).toMatchObject({ amount: 1500, balance_transaction: expect.stringMatching(/^txn_/) });
});

contract("%s captures the whole hold without an amount, and nothing before it is held", async (stripe) => {
  const { id } = await stripe.paymentIntents.create({ ...AN_ORDER, capture_method: "manual" });
  await expectRejection(stripe.paymentIntents.capture(id), UNEXPECTED_STATE);
  await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
  expect(await stripe.paymentIntents.capture(id)).toMatchObject({ status: "succeeded", amount_received: 1999 });
  expect((await stripe.refunds.list({ payment_intent: id })).data).toEqual([]);
});

contract("%s releases a canceled hold, which then cannot be captured", async (stripe) => {
  const held = await hold(stripe);
  const canceled = await stripe.paymentIntents.cancel(held.id);
  expect(canceled).toMatchObject({ status: "canceled", amount_capturable: 0, amount_received: 0 });
  await expectRejection(stripe.paymentIntents.capture(held.id), UNEXPECTED_STATE);
  const charge = await stripe.charges.retrieve(String(held.latest_charge));
  expect(charge).toMatchObject({ captured: false, amount_captured: 0, amount_refunded: 1999, refunded: true });
});

contract("%s reports a hold, its capture, and its end as events", async (stripe) => {
  const [captured, canceled] = [await hold(stripe), await hold(stripe)];
  await stripe.paymentIntents.capture(captured.id, { amount_to_capture: 1500 });
  await stripe.paymentIntents.cancel(canceled.id);
  const types = ["payment_intent.amount_capturable_updated", "payment_intent.succeeded", "payment_intent.canceled"];
  const typesOf = async (id: string) => {
    const { data } = await stripe.events.list({ types, limit: 100, created: { gte: captured.created - 1 } });
    return data.flatMap(({ type, data: { object } }) => ("id" in object && object.id === id ? [type] : [])).reverse();
  };
  await expect.poll(() => typesOf(captured.id), { timeout: 25_000 }).toEqual(types.slice(0, 2));
  await expect
    .poll(() => typesOf(canceled.id), { timeout: 25_000 })
    .toEqual(["payment_intent.amount_capturable_updated", "payment_intent.canceled"]);
});

contract("%s rejects a refund of an unpaid intent", async (stripe) => {
  const { id } = await stripe.paymentIntents.create(AN_ORDER);
  const rejected = await rejection(stripe.refunds.create({ payment_intent: id }));
  expect(rejected.statusCode).toBe(400);
  expect(rejected.message).toContain("does not have a successful charge to refund");
});

for (const [method, first, last] of [
  ["pm_card_pendingRefund", "pending", "succeeded"],
  ["pm_card_refundFail", "succeeded", "failed"],
] as const) {
  contract(`%s reports ${first} for a refund to ${method}, and ${last} later`, async (stripe) => {
    const refund = await stripe.refunds.create({ payment_intent: (await pay(stripe, method)).id });
    expect(refund.status).toBe(first);
    await expect.poll(async () => (await stripe.refunds.retrieve(refund.id)).status, { timeout: 25_000 }).toBe(last);
  });
}

contract("%s returns the same intent for the same idempotency key, and rejects another body", async (stripe) => {
  const idempotencyKey = `contract-${randomUUID()}`;
  const create = (amount: number) => stripe.paymentIntents.create({ ...AN_ORDER, amount }, { idempotencyKey });
  const first = await create(1000);
  expect((await create(1000)).id).toBe(first.id);
  await expectRejection(create(2000), { type: "StripeIdempotencyError", statusCode: 400 });
});

contract("%s repeats a decline under its idempotency key without another charge", async (stripe) => {
  const { id } = await stripe.paymentIntents.create(AN_ORDER);
  const idempotencyKey = `contract-${randomUUID()}`;
  const confirm = () =>
    rejection(stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa_chargeDeclined" }, { idempotencyKey }));
  const [first, again] = [await confirm(), await confirm()];
  expect(again.charge).toBe(first.charge);
  expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
});

const create = (changes: object) => (stripe: Stripe) => stripe.paymentIntents.create({ ...AN_ORDER, ...changes });
const integer = { statusCode: 400, code: "parameter_invalid_integer", param: "amount" };
const missing = { statusCode: 404, code: "resource_missing" };
const REJECTED: [what: string, ask: (stripe: Stripe) => Promise<unknown>, error: Record<string, unknown>][] = [
  [
    "an amount under fifty cents",
    create({ amount: 49 }),
    { statusCode: 400, code: "amount_too_small", param: "amount" },
  ],
  [
    "an amount that is too large",
    create({ amount: 100_000_000 }),
    { statusCode: 400, code: "amount_too_large", param: "amount" },
  ],
  ["an amount with a fraction of a cent", create({ amount: 10.5 }), integer],
  ["an amount below zero", create({ amount: -100 }), integer],
  [
    "a missing currency",
    create({ currency: undefined }),
    { statusCode: 400, code: "parameter_missing", param: "currency" },
  ],
  [
    "a parameter that does not exist",
    create({ color: "green" }),
    { statusCode: 400, code: "parameter_unknown", param: "color" },
  ],
  [
    "an intent that does not exist",
    (stripe) => stripe.paymentIntents.retrieve("pi_none"),
    { ...missing, message: "No such payment_intent: 'pi_none'" },
  ],
  ["a refund that does not exist", (stripe) => stripe.refunds.retrieve("re_none"), missing],
  [
    "a payment method that does not exist",
    async (stripe) => stripe.paymentIntents.confirm((await create({})(stripe)).id, { payment_method: "pm_none" }),
    { code: "resource_missing", param: "payment_method" },
  ],
];
for (const [what, ask, error] of REJECTED) {
  contract(`%s rejects ${what}`, async (stripe) => {
    await expectRejection(ask(stripe), { type: "StripeInvalidRequestError", ...error });
  });
}

test.each(sides)("%s rejects a wrong key with 401", async (_, connect) => {
  const stripe = await connect("sk_nobody_1234567890");
  await expectRejection(stripe.paymentIntents.list(), { type: "StripeAuthenticationError", statusCode: 401 });
});

contract("%s lists the events of a payment and its refund by type and time, page by page", async (stripe) => {
  const paid = await pay(stripe);
  const refund = await stripe.refunds.create({ payment_intent: paid.id });
  const types = ["payment_intent.succeeded", "refund.created", "charge.refunded"];
  const listed = async () => {
    const events: Stripe.Event[] = [];
    // Two per page, so that there are several pages.
    for await (const event of stripe.events.list({ types, created: { gte: paid.created - 1 }, limit: 2 })) {
      events.push(event);
    }
    return events.filter((event) => JSON.stringify(event).includes(paid.id));
  };
  // Stripe lists an event shortly after it happened.
  await expect
    .poll(async () => (await listed()).map(({ type }) => type).toSorted(), { timeout: 25_000 })
    .toEqual(types.toSorted());
  const events = await listed();
  const succeeded = events.find(({ type }) => type === "payment_intent.succeeded");
  expect(succeeded?.data.object).toMatchObject({ id: paid.id, amount_received: 1999, metadata: AN_ORDER.metadata });
  expect(events.find(({ type }) => type === "refund.created")?.data.object).toMatchObject({ id: refund.id });
});

contract("%s lists transactions that add up to each payout", async (stripe) => {
  const { data } = await stripe.payouts.list({ limit: 3 });
  // A new test account at Stripe has no payouts.
  if (!TEST_KEY) expect(data).toHaveLength(1);
  for (const payout of data.filter(({ automatic }) => automatic)) {
    let sum = 0;
    for await (const { type, net } of stripe.balanceTransactions.list({ payout: payout.id, limit: 100 })) {
      if (type !== "payout") sum += net;
    }
    expect(sum).toBe(payout.amount);
  }
});

contract("an event of %s is accepted only with its own signature", async (stripe) => {
  const paid = await pay(stripe);
  const newest = async () => {
    const { data } = await stripe.events.list({ type: "payment_intent.succeeded", limit: 20 });
    return data.find((event) => JSON.stringify(event).includes(paid.id));
  };
  await expect.poll(newest, { timeout: 25_000 }).toBeDefined();
  const event = await newest();
  const payload = JSON.stringify(event);
  const secret = "whsec_contract";
  const header = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
  expect(stripe.webhooks.constructEvent(payload, header, secret)).toMatchObject({ id: event?.id });
  expect(() => stripe.webhooks.constructEvent(payload, header, "whsec_other")).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  );
  expect(() => stripe.webhooks.constructEvent(payload.replace("1999", "1"), header, secret)).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  );
});

/** Creates an intent of a customer, as for an order. */
const anIntentOf = (customer: string, more: object = {}) => ({ ...AN_ORDER, customer, ...more });

contract("%s saves a card with its payment, and charges it again", async (stripe) => {
  const customer = await stripe.customers.create({ metadata: { user_id: randomUUID() } });
  const first = await stripe.paymentIntents.create(AN_ORDER);
  const saving = await stripe.paymentIntents.update(first.id, {
    customer: customer.id,
    setup_future_usage: "on_session",
  });
  expect(saving).toMatchObject({ customer: customer.id, setup_future_usage: "on_session" });
  await stripe.paymentIntents.confirm(first.id, { payment_method: "pm_card_visa" });
  const { data } = await stripe.customers.listPaymentMethods(customer.id, { type: "card" });
  expect(data).toMatchObject([{ customer: customer.id, card: { brand: "visa", last4: "4242" } }]);
  const [card] = data;
  const again = await stripe.paymentIntents.create(anIntentOf(customer.id));
  const paid = await stripe.paymentIntents.confirm(again.id, { payment_method: card?.id ?? "" });
  expect(paid).toMatchObject({ status: "succeeded", payment_method: card?.id });
  const held = await stripe.paymentIntents.create(anIntentOf(customer.id, { capture_method: "manual" }));
  expect(await stripe.paymentIntents.confirm(held.id, { payment_method: card?.id ?? "" })).toMatchObject({
    status: "requires_capture",
  });
  await stripe.customers.del(customer.id);
});

contract("%s saves no card once saving was unset, or if the card was declined", async (stripe) => {
  const { id: customer } = await stripe.customers.create();
  const { id } = await stripe.paymentIntents.create(anIntentOf(customer, { setup_future_usage: "on_session" }));
  await rejection(stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa_chargeDeclined" }));
  expect(await stripe.paymentIntents.update(id, { setup_future_usage: "" })).toMatchObject({
    setup_future_usage: null,
  });
  await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
  expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  await stripe.customers.del(customer);
});

contract("%s charges a saved card only for its customer, until it is removed", async (stripe) => {
  const [{ id: ama }, { id: kofi }] = await Promise.all([stripe.customers.create(), stripe.customers.create()]);
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: ama });
  for (const order of [AN_ORDER, anIntentOf(kofi)]) {
    const { id } = await stripe.paymentIntents.create(order);
    await expectRejection(stripe.paymentIntents.confirm(id, { payment_method: card.id }), INVALID);
  }
  expect(await stripe.paymentMethods.detach(card.id)).toMatchObject({ customer: null });
  await expectRejection(stripe.paymentMethods.detach(card.id), INVALID);
  const { id } = await stripe.paymentIntents.create(anIntentOf(ama));
  await expectRejection(stripe.paymentIntents.confirm(id, { payment_method: card.id }), INVALID);
  await Promise.all([stripe.customers.del(ama), stripe.customers.del(kofi)]);
});

contract("%s deletes a customer with its cards", async (stripe) => {
  const { id: customer } = await stripe.customers.create();
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  expect(await stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  const missing = { type: "StripeInvalidRequestError", code: "resource_missing" };
  await expectRejection(stripe.customers.del(customer), missing);
  await expectRejection(stripe.paymentIntents.create(anIntentOf(customer)), { ...missing, param: "customer" });
  const { id } = await stripe.paymentIntents.create(AN_ORDER);
  await expectRejection(stripe.paymentIntents.confirm(id, { payment_method: card.id }), {
    type: "StripeInvalidRequestError",
  });
});
