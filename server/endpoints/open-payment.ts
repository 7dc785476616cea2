import { createHash } from "node:crypto";
import { belowMinimumPaymentText, MINIMUM_PAYMENT_CENTS } from "#app/features/checkout/amounts.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom } from "#app/values/money.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { paymentDescription } from "#server/payments/payment-description.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { type CardSaving, NO_SAVING, withCustomer } from "./card-customer.ts";

export const tooLittle = () => ({ error: belowMinimumPaymentText() });

const confirming = () => ({ status: 409, body: { error: t("We are confirming your payment.") } }) as const;

/**
 * Returns whether an amount is below the minimum payment.
 * @param total in dollars
 */
export function isTooLittle(total: number): boolean {
  return centsFrom(total) < MINIMUM_PAYMENT_CENTS;
}

/**
 * Returns the open payment intent of a pending order, or creates it. The caller has checked permissions, stock, and
 * window.
 * @param order.total in dollars
 * @param order.isHeld whether the card is authorized now and charged when the order is packed
 * @param shop read with the order if known, else here
 * @param saving customer of the session that pays; none for a pay link
 * @returns 200 `{ clientSecret, amount }` with the amount in cents, 409 `{ error }` if a payment is in progress, or 422
 * `{ error }` if the order changed meanwhile
 */
export async function openPayment(
  { data, payments }: { data: ShopData; payments: PaymentProvider },
  order: { id: string; total: number; payment_intent_id: string | null; isHeld: boolean },
  shop?: Pick<StoreSettings, "name" | "hasExpressCheckout">,
  saving: CardSaving = NO_SAVING,
): Promise<{ status: 200 | 409 | 422; body: { clientSecret: string; amount: number } | { error: string } }> {
  const amountCents = centsFrom(order.total);
  const current = order.payment_intent_id ? await payments.findPayment(order.payment_intent_id) : null;
  if (current?.state === "settled") return confirming();
  if (current?.state === "open" && current.amountCents === amountCents) {
    const open = await withCustomer(payments, current, saving);
    if (open?.state === "settled") return confirming();
    if (open?.state === "open") return { status: 200, body: { clientSecret: open.clientSecret, amount: amountCents } };
  }

  const { name, hasExpressCheckout } = shop ?? (await lastKnownStoreSettings(data));
  const payment = await payments.createPayment({
    id: order.id,
    description: paymentDescription(name, order.id),
    amountCents,
    // Two tabs that pay at once get the same intent. A new key is needed to replace a canceled intent, and after the
    // store was renamed, because Stripe accepts a key only with the same description.
    idempotencyKey: [
      "order",
      order.id,
      amountCents,
      order.payment_intent_id ?? "first",
      createHash("sha256").update(name).digest("hex").slice(0, 8),
      ...(hasExpressCheckout ? ["link"] : []),
      ...(order.isHeld ? ["held"] : []),
      ...(saving.customerId ? [saving.customerId] : []),
    ].join("-"),
    takesLink: hasExpressCheckout,
    isHeld: order.isHeld,
    customerId: saving.customerId,
  });
  try {
    await data.call("attach_payment_intent", {
      order_id: order.id,
      payment_intent_id: payment.id,
      client_secret: payment.clientSecret,
      amount_cents: amountCents,
    });
  } catch (error) {
    if (fieldsOf(error)["code"] !== "PT409") throw error;
    // Another tab got the same intent and has paid it.
    if ((await payments.findPayment(payment.id))?.state === "settled") return confirming();
    return { status: 422, body: { error: t("The order has changed. Reload the page.") } };
  }
  const open = await withCustomer(payments, payment, saving);
  if (open?.state !== "open") return confirming();
  return { status: 200, body: { clientSecret: open.clientSecret, amount: amountCents } };
}
