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
