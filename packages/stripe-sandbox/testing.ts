import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { createStripeSandbox, SANDBOX_PUBLISHABLE_KEY } from "./server/stripe-sandbox.ts";

const WEBHOOK_SECRET = "whsec_test";

type ArrivedEvent = { type: string; event: Stripe.Event };

/**
 * Starts a sandbox and an official SDK client for it, like the store's server.
 * @param options.answers status codes of the store's webhook, in order; then 200
 */
export async function startSandbox(
  options: { appendOnlyLogFile?: string; answers?: number[]; retryAfterMs?: number[]; delayMs?: number } = {},
) {
  const { appendOnlyLogFile = newDeliveryLog(), answers = [] } = options;
  const deliveries: ArrivedEvent[] = [];
  const arrivals: Array<() => void> = [];
  const sandbox = await createStripeSandbox({
    appendOnlyLogFile,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: "http://shop.test/api/webhook",
    shopMode: "demo",
    retryAfterMs: options.retryAfterMs ?? [0, 1, 1, 1],
    ...(options.delayMs === undefined ? {} : { delayMs: options.delayMs }),
    post: async (request) => {
      const event = Stripe.webhooks.constructEvent(
        await request.text(),
        request.headers.get("stripe-signature") ?? "",
        WEBHOOK_SECRET,
      );
      deliveries.push({ type: event.type, event });
      for (const arrived of arrivals.splice(0)) arrived();
      return new Response(null, { status: answers.shift() ?? 200 });
    },
  });
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= sandbox.stop());
  onTestFinished(stop);
  const stripe = new Stripe("sk_test_shop", {
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => sandbox.app.fetch(new Request(url, init))),
  });
  return {
    stripe,
    sandbox,
    appendOnlyLogFile,
    stop,
    deliveries,
    async delivered(count: number) {
      while (deliveries.length < count) await new Promise<void>((arrived) => arrivals.push(arrived));
      return deliveries.map(({ type }) => type);
    },
    createIntent: () =>
      stripe.paymentIntents.create({ amount: 1999, currency: "usd", metadata: { order_id: "order-1" } }),
    /** Creates an intent and confirms it with one of Stripe's test payment methods. */
    pay: async (payment_method = "pm_card_visa") =>
      stripe.paymentIntents.create({ amount: 1999, currency: "usd", confirm: true, payment_method }),
    /** Confirms an intent like Stripe.js in the browser. */
    confirmInBrowser: (intent: Stripe.PaymentIntent, card: Record<string, string>, more: Record<string, string> = {}) =>
      sandbox.app.request(`/v1/payment_intents/${intent.id}/confirm`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          key: SANDBOX_PUBLISHABLE_KEY,
          client_secret: intent.client_secret ?? "",
          "payment_method_data[type]": "card",
          "payment_method_data[card][exp_month]": "12",
          "payment_method_data[card][exp_year]": "40",
          "payment_method_data[card][cvc]": "123",
          ...Object.fromEntries(
            Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
          ),
          ...more,
        }),
      }),
  };
}

export function newDeliveryLog(): string {
  return join(mkdtempSync(join(tmpdir(), "sandbox-")), "stripe.jsonl");
}
