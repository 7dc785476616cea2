import { appendFileSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newDeliveryLog, startSandbox } from "../testing.ts";
import { createStripeSandbox, SANDBOX_PUBLISHABLE_KEY } from "./stripe-sandbox.ts";

test("a valid card confirms the intent, and the store gets one signed event", async () => {
  const { createIntent, confirmInBrowser, stripe, delivered, deliveries } = await startSandbox();
  const intent = await createIntent();
  const answer = await confirmInBrowser(
    intent,
    { number: "4242 4242 4242 4242" },
    {
      "payment_method_data[billing_details][name]": "Ama Mensah",
      "payment_method_data[billing_details][address][city]": "Houston",
    },
  );
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ id: intent.id, status: "succeeded" });
  expect(await delivered(1)).toEqual(["payment_intent.succeeded"]);
  expect(deliveries[0]?.event.data.object).toMatchObject({
    id: intent.id,
    amount_received: 1999,
    metadata: { order_id: "order-1" },
  });
  expect((await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] })).latest_charge).toMatchObject({
    object: "charge",
    paid: true,
    billing_details: { name: "Ama Mensah", address: { city: "Houston" } },
  });
});

test("a declined card leaves the intent open for another one", async () => {
  const { createIntent, confirmInBrowser, delivered } = await startSandbox();
  const intent = await createIntent();
  const answer = await confirmInBrowser(intent, { number: "4000000000009995" });
  expect(answer.status).toBe(402);
  const { error } = (await answer.json()) as { error: Record<string, unknown> };
  expect(error).toMatchObject({
    type: "card_error",
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
    charge: expect.stringMatching(/^ch_/),
    payment_intent: { id: intent.id, status: "requires_payment_method" },
  });
  const second = await confirmInBrowser(intent, { number: "5555555555554444" });
  expect(await second.json()).toMatchObject({ status: "succeeded", last_payment_error: null });
  expect((await delivered(2)).toSorted()).toEqual(["payment_intent.payment_failed", "payment_intent.succeeded"]);
});

test.each([
  [{ number: "4242424242424241" }, "incorrect_number", "Your card number is incorrect."],
  [{ number: "4242424242424242", exp_year: "21" }, "invalid_expiry_year", "Your card's expiration year is invalid."],
  [{ number: "4242424242424242", exp_month: "13" }, "invalid_expiry_month", "Your card's expiration month is invalid."],
  [{ number: "4242424242424242", cvc: "12" }, "invalid_cvc", "Your card's security code is invalid."],
])("card details %o are rejected before the bank is asked", async (card, code, message) => {
  const { createIntent, confirmInBrowser, stripe, deliveries } = await startSandbox();
  const intent = await createIntent();
  const answer = await confirmInBrowser(intent, card);
  expect(answer.status).toBe(402);
  expect(await answer.json()).toMatchObject({ error: { type: "card_error", code, message } });
  expect((await stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull();
  expect(deliveries).toEqual([]);
});

test("a 3-D Secure card requires the challenge; passing it pays, failing it does not", async () => {
  const { createIntent, confirmInBrowser, sandbox, delivered } = await startSandbox();
  const intent = await createIntent();
  const challenged = await confirmInBrowser(intent, { number: "4000002500003155" });
  expect(await challenged.json()).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
  const answerChallenge = (outcome: string) =>
    sandbox.app.request(`/v1/test_helpers/payment_intents/${intent.id}/${outcome}_challenge`, {
      method: "POST",
      body: new URLSearchParams({ key: SANDBOX_PUBLISHABLE_KEY, client_secret: intent.client_secret ?? "" }),
    });
  const failed = await answerChallenge("fail");
  expect(await failed.json()).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "payment_intent_authentication_failure" },
  });
  await confirmInBrowser(intent, { number: "4000002760003184" });
  expect(await (await answerChallenge("complete")).json()).toMatchObject({ status: "succeeded" });
  expect((await delivered(2)).toSorted()).toEqual(["payment_intent.payment_failed", "payment_intent.succeeded"]);
});

test("concurrent confirmations charge the card once", async () => {
  const { stripe, createIntent, confirmInBrowser } = await startSandbox();
  const intent = await createIntent();
  const answers = await Promise.all([1, 2, 3].map(() => confirmInBrowser(intent, { number: "4242424242424242" })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
});

test("concurrent requests with one idempotency key create one intent", async () => {
  const { stripe } = await startSandbox();
  const create = () => stripe.paymentIntents.create({ amount: 1000, currency: "usd" }, { idempotencyKey: "order-7" });
  const [first, again] = await Promise.all([create(), create()]);
  expect(again.id).toBe(first.id);
});

test("an unknown currency and a list of customers are rejected", async () => {
  const { stripe } = await startSandbox();
  await expect(stripe.paymentIntents.create({ amount: 1000, currency: "xyz" })).rejects.toMatchObject({
    param: "currency",
  });
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
});

test("the publishable key can read and confirm only an intent whose client secret it has", async () => {
  const { sandbox, createIntent, confirmInBrowser } = await startSandbox();
  const intent = await createIntent();
  const get = (path: string) => sandbox.app.request(path);
  const response = await get(
    `/v1/payment_intents/${intent.id}?key=pk_test_sandbox&client_secret=${intent.client_secret}`,
  );
  expect(response.status).toBe(200);
  expect(await response.json()).not.toHaveProperty("metadata");
  expect((await get(`/v1/payment_intents/${intent.id}?key=pk_test_sandbox`)).status).toBe(400);
  expect(
    (await get(`/v1/payment_intents/${intent.id}?key=pk_test_sandbox&client_secret=${intent.id}_secret_guess`)).status,
  ).toBe(400);
  expect((await get("/v1/events?key=pk_test_sandbox")).status).toBe(403);
  expect((await get("/v1/events")).status).toBe(401);
  expect((await get("/v1/events?key=sk_live_1234567890")).status).toBe(401);
  const stolen = await confirmInBrowser(
    { ...intent, client_secret: `${intent.id}_secret_guess` },
    { number: "4242424242424242" },
  );
  expect(stolen.status).toBe(400);
});

test("after a restart, all data is restored, even after an incomplete last line", async () => {
  const first = await startSandbox();
  const intent = await first.createIntent();
  await first.stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
  await first.delivered(1);
  await first.stop();
  const whole = readFileSync(first.appendOnlyLogFile, "utf8");
  appendFileSync(first.appendOnlyLogFile, '[{"table":"paymentIntents","row":{"id":"pi_ha');

  const second = await startSandbox({ appendOnlyLogFile: first.appendOnlyLogFile });
  expect(await second.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: "succeeded" });
  expect((await second.stripe.events.list({ type: "payment_intent.succeeded" })).data).toHaveLength(1);
  expect(readFileSync(first.appendOnlyLogFile, "utf8")).toBe(whole);
  expect(whole).not.toContain("4242424242424242");
});

test("an event that the store rejected is sent again, even after a restart", async () => {
  const first = await startSandbox({ answers: [500, 503] });
  const intent = await first.createIntent();
  await first.stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
  await first.delivered(3);
  const ids = new Set(first.deliveries.map(({ event }) => event.id));
  expect(ids.size).toBe(1);

  const refusing = await startSandbox({ answers: [500, 500, 500, 500] });
  const other = await refusing.createIntent();
  await refusing.stripe.paymentIntents.confirm(other.id, { payment_method: "pm_card_visa" });
  await refusing.delivered(4);
  await refusing.stop();
  const restarted = await startSandbox({ appendOnlyLogFile: refusing.appendOnlyLogFile });
  restarted.sandbox.deliverPending();
  expect(await restarted.delivered(1)).toEqual(["payment_intent.succeeded"]);
});

test("past payments of the demo are adopted once, and can be refunded like others", async () => {
  const { sandbox, stripe } = await startSandbox();
  const described = { orderId: "an-order", description: "Mama & Sons order an-order" };
  const past = [{ paymentIntentId: "pi_demo_1", ...described, amountCents: 1999, paidAt: new Date() }];
  await sandbox.adopt(past);
  await stripe.refunds.create({ payment_intent: "pi_demo_1", amount: 500 });
  await sandbox.adopt(past);
  expect((await stripe.refunds.create({ payment_intent: "pi_demo_1" })).amount).toBe(1499);
  expect(await stripe.paymentIntents.retrieve("pi_demo_1")).toMatchObject({
    status: "succeeded",
    amount_received: 1999,
    description: "Mama & Sons order an-order",
    metadata: { order_id: "an-order" },
  });
  expect((await stripe.events.list({ type: "payment_intent.succeeded" })).data).toEqual([]);
});

test("the sandbox does not start in a live store", async () => {
  const opening = createStripeSandbox({
    appendOnlyLogFile: newDeliveryLog(),
    webhookSecret: "whsec_test",
    webhookUrl: "http://shop.test/api/webhook",
    post: () => new Response(),
    shopMode: "live",
  });
  await expect(opening).rejects.toThrow("does not run in a live store");
});

test("a hold expires after seven days, once, and not after it was captured", async () => {
  const { stripe, sandbox, delivered } = await startSandbox();
  const holdCard = () =>
    stripe.paymentIntents.create({
      amount: 1999,
      currency: "usd",
      capture_method: "manual",
      confirm: true,
      payment_method: "pm_card_visa",
    });
  const held = await holdCard();
  expect(await sandbox.dashboard.expire(held.id)).toBe(true);
  expect(await stripe.paymentIntents.retrieve(held.id)).toMatchObject({
    status: "canceled",
    cancellation_reason: "expired",
    amount_capturable: 0,
  });
  expect((await delivered(5)).toSorted()).toEqual([
    "charge.expired",
    "charge.refunded",
    "payment_intent.amount_capturable_updated",
    "payment_intent.canceled",
    "refund.created",
  ]);
  await expect(stripe.paymentIntents.capture(held.id)).rejects.toMatchObject({
    message:
      "This PaymentIntent could not be captured because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.",
  });
  const captured = await holdCard();
  await sandbox.dashboard.capture(captured.id, 1500);
  expect(await sandbox.dashboard.expire(captured.id)).toBe(false);
  expect((await stripe.paymentIntents.retrieve(captured.id)).status).toBe("succeeded");
});

test("a card that needs 3-D Secure is saved once the challenge is completed, and asks again", async () => {
  const { stripe, sandbox } = await startSandbox();
  const customer = await stripe.customers.create();
  const challenged = async (payment_method: string, saves: boolean) => {
    const intent = await stripe.paymentIntents.create({
      amount: 1999,
      currency: "usd",
      customer: customer.id,
      payment_method,
      ...(saves ? { setup_future_usage: "on_session" } : {}),
      confirm: true,
    });
    expect(intent.status).toBe("requires_action");
    return async () => {
      const answer = await sandbox.app.request(`/v1/test_helpers/payment_intents/${intent.id}/complete_challenge`, {
        method: "POST",
        body: new URLSearchParams({ key: SANDBOX_PUBLISHABLE_KEY, client_secret: intent.client_secret ?? "" }),
      });
      return (await answer.json()) as { status: string };
    };
  };
  const cards = async () => (await stripe.customers.listPaymentMethods(customer.id)).data;
  const complete = await challenged("pm_card_authenticationRequired", true);
  expect(await cards()).toEqual([]);
  expect(await complete()).toMatchObject({ status: "succeeded" });
  const [card] = await cards();
  expect(await (await challenged(card?.id ?? "", false))()).toMatchObject({ status: "succeeded" });
  expect(await cards()).toHaveLength(1);
});

test("customers and their cards are read only with a secret key", async () => {
  const { stripe, sandbox } = await startSandbox();
  const { id } = await stripe.customers.create();
  for (const path of [`/v1/customers/${id}`, `/v1/customers/${id}/payment_methods`]) {
    expect((await sandbox.app.request(`${path}?key=${SANDBOX_PUBLISHABLE_KEY}`)).status).toBe(403);
  }
});
