import { join } from "node:path";
import { createStripeSandbox, type StripeSandbox } from "@calabash/stripe-sandbox";
import type { Context } from "hono";
import type { Environment } from "#server/settings/environment.ts";
import type { Keys } from "#server/settings/keys.ts";
import type { Running } from "#server/settings/running.ts";
import { step } from "#server/settings/start-step.ts";
import { createPaymentProvider, type PaymentProvider } from "./payment-provider.ts";

/**
 * Opens Stripe with its keys, or the sandbox that stands in for it behind the same SDK.
 * @param isTrusted whether a request to the sandbox may use a secret key
 * @param post delivers the sandbox's webhooks to the store
 */
export async function openPayments(
  environment: Environment,
  keys: Keys,
  running: Running,
  isTrusted: (c: Context) => boolean,
  post: (request: Request) => Promise<Response>,
): Promise<{ payments: PaymentProvider; sandbox: StripeSandbox | null }> {
  const { stripe } = environment;
  if (stripe) return { payments: createPaymentProvider(stripe), sandbox: null };
  const sandbox = await step("Payment sandbox", () =>
    createStripeSandbox({
      journalFile: join(environment.dataDir, "stripe-sandbox.jsonl"),
      webhookSecret: keys.stripeWebhookSecret,
      webhookUrl: `http://127.0.0.1:${environment.port}/api/webhook`,
      post,
      shopMode: environment.shopMode,
      isTrusted,
    }),
  );
  running.add(() => sandbox.stop());
  const payments = createPaymentProvider({
    secretKey: "sk_test_sandbox",
    webhookSecret: keys.stripeWebhookSecret,
    sandboxFetch: (request) => sandbox.app.fetch(request),
  });
  return { payments, sandbox };
}
