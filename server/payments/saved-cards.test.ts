import { expect, test } from "vitest";
import { createPaymentProvider } from "./payment-provider.ts";
import { NoSuchCustomerError } from "./saved-cards.ts";

type Sent = { request: string; body: string; key: string | null };

/** Returns a provider that records what it sends to Stripe. */
function aProvider(answer: (request: string) => { status?: number; body: object }) {
  const sent: Sent[] = [];
  const provider = createPaymentProvider({
    secretKey: "sk_test_shop",
    webhookSecret: "whsec_shop",
    maxNetworkRetries: 0,
    sandboxFetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const name = `${request.method} ${pathname}${search}`;
      sent.push({ request: name, body: await request.text(), key: request.headers.get("idempotency-key") });
      const { status = 200, body } = answer(name);
      return Response.json(body, { status });
    },
  });
  return { provider, sent };
}

const aCard = (id: string, fingerprint: string, last4 = "4242") => ({
  id,
  type: "card",
  card: { brand: "visa", last4, exp_month: 12, exp_year: 2034, fingerprint },
});
const AN_ORDER = {
  id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  description: "order",
  amountCents: 1999,
  idempotencyKey: "order-1",
  takesLink: false,
  isHeld: false,
  customerId: "cus_ama",
};
const MISSING = (param: string) => ({
  status: 404,
  body: { error: { type: "invalid_request_error", code: "resource_missing", message: "No such customer", param } },
});

test("a customer is created once per account, with nothing but the account's id", async () => {
  const { provider, sent } = aProvider(() => ({ body: { id: "cus_ama" } }));
  expect(await provider.createCustomer("ama")).toBe("cus_ama");
  expect(sent).toEqual([{ request: "POST /v1/customers", body: "metadata[user_id]=ama", key: "customer-ama" }]);
});

test("saved cards are listed once each, without their numbers, and removed with their duplicates", async () => {
  const cards = [aCard("pm_new", "a"), aCard("pm_other", "b", "4444"), aCard("pm_old", "a")];
  const { provider, sent } = aProvider((request) => ({
    body: request.startsWith("GET") ? { object: "list", data: cards, has_more: false } : { id: "pm" },
  }));
  const shown = { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2034 };
  expect(await provider.listCards("cus_ama")).toEqual([
    { id: "pm_new", ...shown },
    { id: "pm_other", ...shown, last4: "4444" },
  ]);
  expect(await provider.removeCard("cus_ama", "pm_of_kofi")).toBe(false);
  expect(await provider.removeCard("cus_ama", "pm_new")).toBe(true);
  expect(sent.map(({ request }) => request).filter((request) => request.startsWith("POST"))).toEqual([
    "POST /v1/payment_methods/pm_new/detach",
    "POST /v1/payment_methods/pm_old/detach",
  ]);
  expect(sent[0]?.request).toBe("GET /v1/customers/cus_ama/payment_methods?type=card&limit=100");
});

test("a payment names its customer, and its card is saved only if wanted", async () => {
  const intent = { id: "pi_1", amount: 1999, status: "requires_payment_method", client_secret: "x" };
  const { provider, sent } = aProvider(() => ({
    body: { ...intent, customer: "cus_ama", setup_future_usage: "on_session" },
  }));
  await provider.createPayment(AN_ORDER);
  expect(sent[0]?.body).toContain("customer=cus_ama");
  expect(sent[0]?.body).not.toContain("setup_future_usage");
  expect(await provider.setCustomer("pi_1", "cus_ama", true)).toMatchObject({
    state: "open",
    customerId: "cus_ama",
    savesCard: true,
  });
  await provider.setCustomer("pi_1", "cus_ama", false);
  expect(sent.slice(1).map(({ request, body }) => [request, body])).toEqual([
    ["POST /v1/payment_intents/pi_1", "customer=cus_ama&setup_future_usage=on_session"],
    ["POST /v1/payment_intents/pi_1", "customer=cus_ama&setup_future_usage="],
  ]);
});

test("a customer that Stripe no longer has is reported as such, and counts as deleted", async () => {
  const { provider } = aProvider(() => MISSING("customer"));
  await expect(provider.createPayment(AN_ORDER)).rejects.toThrow(NoSuchCustomerError);
  await expect(provider.listCards("cus_ama")).rejects.toThrow(NoSuchCustomerError);
  expect(await aProvider(() => MISSING("id")).provider.deleteCustomer("cus_ama")).toBeUndefined();
});

test("an intent that was paid meanwhile is returned as paid instead of getting a customer", async () => {
  const { provider } = aProvider((request) =>
    request.startsWith("GET")
      ? { body: { id: "pi_1", amount: 1999, status: "succeeded", client_secret: "x" } }
      : { status: 400, body: { error: { type: "invalid_request_error", code: "payment_intent_unexpected_state" } } },
  );
  expect(await provider.setCustomer("pi_1", "cus_ama", true)).toMatchObject({ state: "settled" });
});
