import { t } from "#app/messages/t.ts";

/** Stripe's minimum for a card payment. */
export const MINIMUM_PAYMENT_CENTS = 50;

export function belowMinimumPaymentText(): string {
  return t("You can't pay orders under $0.50 online. Call us or visit the store.");
}
