import { startSandbox } from "@calabash/stripe-sandbox/testing";
import { expect, test } from "vitest";
import { startServer } from "#tests/start-server.ts";
import { checkStripe } from "./check-stripe.ts";
import { createPaymentProvider, UNDERSTOOD_EVENTS } from "./payment-provider.ts";
import { createReceivedCharges } from "./received-charges.ts";
import { tryCharge } from "./try-charge.ts";

test("a test payment without a webhook is reported and refunded", async () => {
  const { stripe } = await startSandbox();
  const steps = await tryCharge(stripe, async () => false);
  expect(steps.map(({ level }) => level)).toEqual(["good", "good", "good", "wrong"]);
  expect(steps[2]?.text).toBe("The refund succeeded.");
  expect(steps[3]?.text).toContain("no order would become paid");
  expect((await stripe.charges.list()).data.map(({ refunded }) => refunded)).toEqual([true]);
});

test("a failed test payment shows Stripe's message", async () => {
  const { stripe } = await startSandbox();
  stripe.paymentIntents.confirm = () => Promise.reject(new Error("Your card was declined."));
  expect((await tryCharge(stripe, async () => true)).at(-1)).toEqual({
    level: "wrong",
    text: "The test card was declined: Your card was declined.",
  });
});

test("a live key never charges a card", async () => {
  const requests: unknown[] = [];
  const payments = createPaymentProvider({
    secretKey: "sk_live_51Shop000000",
    webhookSecret: "whsec_1",
    sandboxFetch: async (request) => {
      requests.push(request.url);
      return new Response("{}");
    },
  });
  await expect(payments.tryCharge(async () => true)).rejects.toThrow("Test charges do not run");
  expect(requests).toEqual([]);
});

test("a charge is reported as received before or during the wait, else as missing", async () => {
  const charges = createReceivedCharges(20);
  charges.report("pi_1");
  expect(await charges.wait("pi_1")).toBe(true);
  const waiting = charges.wait("pi_2");
  charges.report("pi_2");
  expect(await waiting).toBe(true);
  expect(await charges.wait("pi_3")).toBe(false);
});

test.for([
  [{ charges_enabled: true }, "good: Stripe charges cards for this account."],
  [
    { charges_enabled: false, requirements: { currently_due: ["external_account"] } },
    "wrong: Stripe does not charge cards for this account. It needs external_account.",
  ],
] as const)("an account is checked without changing it: %j", async ([account, expected]) => {
  const requests: string[] = [];
  const apiUrl = await startServer(({ method, url }) => {
    const path = new URL(url).pathname;
    requests.push(`${method} ${path}`);
    const endpoint = { url: "https://shop.example/api/webhook", status: "enabled", enabled_events: UNDERSTOOD_EVENTS };
    const answers: Record<string, object> = {
      "/v1/balance": { object: "balance" },
      "/v1/webhook_endpoints": { object: "list", data: [{ ...endpoint, api_version: null }], has_more: false },
      "/v1/account": { object: "account", ...account },
    };
    return Response.json(answers[path]);
  });
  const findings = await checkStripe({
    secretKey: "sk_live_51Shop000000",
    apiUrl,
    shopMode: "live",
    publicOrigin: "https://shop.example",
    isWithAccount: true,
  });
  expect(findings.map(({ level, text }) => `${level}: ${text}`)).toEqual([
    expect.stringContaining("note: STRIPE_API_URL is set"),
    "good: Stripe accepts the secret key.",
    "good: Stripe sends events to https://shop.example/api/webhook.",
    expected,
  ]);
  expect(requests).toEqual(["GET /v1/balance", "GET /v1/webhook_endpoints", "GET /v1/account"]);
});
