import type { StripeElementLocale } from "@stripe/stripe-js";
import { currentLocale } from "#app/messages/current-locale.ts";

/** Returns the language of the provider's fields, which do not support Haitian Creole. */
export function providerLocale(): StripeElementLocale {
  const locale = currentLocale();
  return locale === "ht" ? "fr" : locale;
}
