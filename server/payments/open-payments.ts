import { join } from "node:path";
import { createStripeSandbox, SANDBOX_PUBLISHABLE_KEY, type StripeSandbox } from "@calabash/stripe-sandbox";
import type { Context } from "hono";
import { step } from "#server/base/start-step.ts";
import type { Base } from "#server/database/open-base.ts";
import { modeOf } from "./check-stripe-keys.ts";
import { createPaymentProvider, type PaymentProvider } from "./payment-provider.ts";

/** Payment mode: the sandbox, Stripe's test mode, or real cards. */
export type PaymentMode = "sandbox" | "test" | "live";

export interface Payments {
  provider: PaymentProvider;
  mode: PaymentMode;
  publishableKey: string;
  /** Replaces Stripe; null with Stripe's keys. */
  sandbox: StripeSandbox | null;
  /** Directs the sandbox's webhooks to the store. */
  connect(fetch: Fetch): void;
}

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * Opens Stripe with its keys, or the sandbox that replaces it behind the same SDK.
 * @param isTrusted returns whether a request to the sandbox may use a secret key
 */
export async function openPayments(base: Base, isTrusted: (c: Context) => boolean): Promise<Payments> {
  const { environment, keys, running, observe } = base;
  const { stripe } = environment;
  if (stripe) {
    return {
      provider: createPaymentProvider({ ...stripe, observe }),
      mode: modeOf(stripe.secretKey) ?? "live",
      publishableKey: stripe.publishableKey,
      sandbox: null,
      connect: () => undefined,
    };
  }
  // The sandbox calls the store, which is created later.
  let connected: Fetch | null = null;
  const sandbox = await step("Payment sandbox", () =>
    createStripeSandbox({
      appendOnlyLogFile: join(environment.dataDir, "stripe-sandbox.jsonl"),
      webhookSecret: keys.stripeWebhookSecret,
      webhookUrl: `http://127.0.0.1:${environment.port}/api/webhook`,
      post: async (request) => {
        if (!connected) throw new Error("The store is not open yet.");
        return connected(request);
      },
      shopMode: environment.shopMode,
      isTrusted,
    }),
  );
  running.add(() => sandbox.stop());
  return {
    provider: createPaymentProvider({
      secretKey: "sk_test_sandbox",
      webhookSecret: keys.stripeWebhookSecret,
      sandboxFetch: (request) => sandbox.app.fetch(request),
      observe,
    }),
    mode: "sandbox",
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    sandbox,
    connect: (fetch) => {
      connected = fetch;
    },
  };
}
