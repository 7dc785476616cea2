import { t } from "#app/messages/t.ts";

/** Stripe takes no card payment below this. */
export const MINIMUM_PAYMENT_CENTS = 50;

export function belowMinimumPaymentText(): string {
  return t("You can't pay orders under $0.50 online. Call us or visit the store.");
}
