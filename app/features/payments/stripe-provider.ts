import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { isSandbox, type PublicConfig } from "#app/platform/public-config.ts";

let loading: Promise<Stripe | null> | undefined;

/**
 * Browser only, and on the payment page only: Stripe.js from Stripe's own address, or the sandbox's
 * stand-in. Null when it could not be loaded; the next call tries again.
 */
export function loadPaymentProvider(config: PublicConfig): Promise<Stripe | null> {
  loading ??= load(config).catch((error: unknown) => {
    console.error("The card payment provider could not be loaded.", error);
    loading = undefined;
    return null;
  });
  return loading;
}

async function load(config: PublicConfig): Promise<Stripe | null> {
  if (!isSandbox(config)) return loadStripe(config.stripePublishableKey);
  const { createSandboxStripe } = await import("./sandbox/sandbox-stripe.ts");
  return createSandboxStripe();
}
