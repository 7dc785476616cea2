import type { Stripe, StripeElementLocale } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { currentLocale } from "#app/messages/current-locale.ts";
import { isSandbox, type PublicConfig } from "#app/platform/public-config.ts";

const WAIT_MS = 10_000;

let loading: Promise<Stripe> | undefined;

/**
 * Loads Stripe.js from Stripe's own URL, or the sandbox; in the browser, and on payment pages only. A failed load is
 * retried, so that a later press of the button can succeed.
 */
export function loadPaymentProvider(config: PublicConfig): Promise<Stripe> {
  loading ??= loadUntilThere(config);
  return loading;
}

/** Waits for the provider that this page loads. @returns null if it does not load within ten seconds */
export async function waitForPaymentProvider(): Promise<Stripe | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS, null);
  });
  const provider = await Promise.race([loading ?? null, late]);
  clearTimeout(timer);
  return provider;
}

async function loadUntilThere(config: PublicConfig): Promise<Stripe> {
  for (let pauseMs = 1000; ; pauseMs = Math.min(pauseMs * 2, 30_000)) {
    const provider = await load(config).catch((error: unknown) => {
      console.error("We couldn't load the card payment provider. Try again.", error);
      return null;
    });
    if (provider) return provider;
    await new Promise((later) => setTimeout(later, pauseMs));
  }
}

async function load(config: PublicConfig): Promise<Stripe | null> {
  if (!isSandbox(config)) return loadStripe(config.stripePublishableKey);
  const { createSandboxStripe } = await import("@calabash/stripe-sandbox/browser");
  return createSandboxStripe();
}

/** Returns the language of the provider's fields, which do not support Haitian Creole. */
export function providerLocale(): StripeElementLocale {
  const locale = currentLocale();
  return locale === "ht" ? "fr" : locale;
}
