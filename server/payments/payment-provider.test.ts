import Stripe from "stripe";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultLimits } from "#server/base/limit-variables.ts";
import type { StoreEvent } from "#server/observe/events.ts";
import { BadSignatureError, createPaymentProvider, isProviderAway } from "./payment-provider.ts";

const SECRET = "whsec_shop";
const ORDER_ID = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const provider = createPaymentProvider({ secretKey: "sk_test_shop", webhookSecret: SECRET });

function anEvent(intent: Partial<Stripe.PaymentIntent> = {}): string {
  return JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "payment_intent.succeeded",
    data: {
      object: {
        id: "pi_1",
        object: "payment_intent",
        amount: 1999,
        amount_received: 1999,
        currency: "usd",
        client_secret: "pi_1_secret_x",
        metadata: { order_id: ORDER_ID },
        last_payment_error: null,
        ...intent,
      },
    },
  });
}

function signed(payload: string, options: { secret?: string; timestamp?: number } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, ...options });
}

test("a signed event is converted without the client secret", () => {
  const body = anEvent();
  const event = provider.readEvent(body, signed(body));
  expect(event).toMatchObject({
    id: "evt_1",
    type: "payment_intent.succeeded",
    orderId: ORDER_ID,
    paymentIntentId: "pi_1",
    amountCents: 1999,
    currency: "usd",
    failureMessage: null,
    isTestCharge: false,
  });
  expect(JSON.stringify(event)).not.toContain("secret");
});

test("an invalid order id is read as no order", () => {
  const body = anEvent({ metadata: { order_id: "1 or 1=1" } });
  expect(provider.readEvent(body, signed(body)).orderId).toBeNull();
});

test.each([
  ["signed with another secret", (body: string) => [body, signed(body, { secret: "whsec_other" })]],
  [
    "signed six minutes ago",
    (body: string) => [body, signed(body, { timestamp: Math.floor(Date.now() / 1000) - 360 })],
  ],
  ["changed after signing", (body: string) => [body.replace("1999", "1"), signed(body)]],
  ["without a signature", (body: string) => [body, undefined]],
  ["with a signature that is none", (body: string) => [body, "t=1,v1=abc"]],
] as const)("an event %s is rejected", (_, send) => {
  const [body, signature] = send(anEvent());
  expect(() => provider.readEvent(body ?? "", signature)).toThrow(BadSignatureError);
});

test.each([
  ["cannot be reached", async () => Promise.reject(new Error("no network")), true],
  [
    "has a problem",
    async () => Response.json({ error: { type: "api_error", message: "Oops" } }, { status: 500 }),
    true,
  ],
  [
    "rejects a request",
    async () => Response.json({ error: { type: "invalid_request_error", message: "No" } }, { status: 400 }),
    false,
  ],
])("a provider that %s is told apart", async (_, sandboxFetch, isAway) => {
  const options = { secretKey: "sk_test_shop", webhookSecret: SECRET, maxNetworkRetries: 0, sandboxFetch };
  const error = await createPaymentProvider(options)
    .listRefunds("pi_1")
    .catch((failure: unknown) => failure);
  expect(isProviderAway(error)).toBe(isAway);
});

test("a request that the provider does not answer fails before the server closes the shopper's connection", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const payments = createPaymentProvider({
    secretKey: "sk_test_shop",
    webhookSecret: SECRET,
    sandboxFetch: ({ signal }) =>
      new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  });
  const failed = vi.fn();
  payments.findPayment("pi_1").catch(failed);
  await vi.advanceTimersByTimeAsync((defaultLimits.connections.idleSeconds - 1) * 1000);
  expect(isProviderAway(failed.mock.lastCall?.[0])).toBe(true);
});

test("each request to the provider is reported without ids and query", async () => {
  const events: StoreEvent[] = [];
  const payments = createPaymentProvider({
    secretKey: "sk_test_shop",
    webhookSecret: SECRET,
    sandboxFetch: async ({ url }) => {
      if (url.includes("/refunds")) throw new Error("no network");
      return Response.json({ id: "pi_3Pq0", status: "succeeded", amount: 100, client_secret: "x" });
    },
    maxNetworkRetries: 0,
    observe: (event) => void events.push(event),
  });
  await payments.findPayment("pi_3Pq0");
  await expect(payments.listRefunds("pi_3Pq0")).rejects.toMatchObject({ type: "StripeConnectionError" });
  expect(events).toEqual([
    { type: "payment-request", method: "GET", path: "/v1/payment_intents/{id}", status: 200, ms: expect.any(Number) },
    { type: "payment-request", method: "GET", path: "/v1/refunds", status: null, ms: expect.any(Number) },
  ]);
});
