import { discountErrorText } from "#app/features/orders/discount-error-text.ts";
import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";

/** Price of a cart if it were ordered now. */
export type Quote = ReturnType<typeof amountsFrom>;

/** Amounts as `quote_cart` and a rejected `place_order` return them. */
export type AmountsRow = FunctionRow<"quote_cart">;

export function amountsFrom(row: AmountsRow) {
  return {
    deliveryCostCents: centsFrom(row.delivery_cost),
    /** False if the team contacts the customer about the delivery. */
    isDeliveryIncluded: row.delivery_included,
    /** Discount by the code; 0 without one. */
    discountCents: centsFrom(row.discount),
    /** Discount code that the customer entered; null for none. */
    discountCode: row.discount_code,
    /** Why the code gives no discount; null when it gives one. */
    discountError: discountErrorText(row.discount_error),
    taxCents: centsFrom(row.tax),
    totalCents: centsFrom(row.total),
  };
}

/** Stripe's minimum for a card payment. */
export const MINIMUM_PAYMENT_CENTS = 50;

export function belowMinimumPaymentText(): string {
  return t("You can't pay orders under $0.50 online. Call us or visit the store.");
}
