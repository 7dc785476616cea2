import { join } from "node:path";
import { createStripeSandbox, type StripeSandbox } from "@calabash/stripe-sandbox";
import { isRemoteRequest } from "#server/front-door/visitor-address.ts";
import { createPaymentProvider, type PaymentProvider } from "#server/payments/payment-provider.ts";
import type { Environment } from "#server/settings/environment.ts";
import type { Keys } from "#server/settings/keys.ts";
import type { Running } from "./running.ts";
import { step } from "./steps.ts";

/**
 * Stripe by its keys, or the sandbox that stands in for it behind the same SDK.
 * @param post brings the sandbox's webhooks to the shop
 */
export async function openPayments(
  environment: Environment,
  keys: Keys,
  running: Running,
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
      isTrusted: (c) => environment.hasOpenTools || !isRemoteRequest(c),
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
