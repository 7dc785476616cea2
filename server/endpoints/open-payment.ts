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

/** Response with the client secret of an open payment intent and its amount in cents, or why there is none. */
type Opened = { status: 200 | 409 | 422; body: { clientSecret: string; amount: number } | { error: string } };
type Services = { data: ShopData; payments: PaymentProvider };
type Shop = Pick<StoreSettings, "name" | "hasExpressCheckout">;

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
export function openPayment(
  services: Services,
  order: { id: string; total: number; payment_intent_id: string | null; isHeld: boolean },
  shop?: Shop,
  saving: CardSaving = NO_SAVING,
): Promise<Opened> {
  const amountCents = centsFrom(order.total);
  return openIntent(services, {
    orderId: order.id,
    amountCents,
    currentId: order.payment_intent_id,
    description: (name) => paymentDescription(name, order.id),
    key: ["order", order.id, amountCents],
    isHeld: order.isHeld,
    shop,
    saving,
    attach: ({ id, clientSecret }) =>
      services.data.call("attach_payment_intent", {
        order_id: order.id,
        payment_intent_id: id,
        client_secret: clientSecret,
        amount_cents: amountCents,
      }),
    changed: () => t("The order has changed. Reload the page."),
  });
}

/**
 * Returns the open payment intent of an order or its delivery fee, or creates it.
 * @param payable.key start of the idempotency key, different for each amount to be paid
 * @param payable.attach stores the new intent; PT409 if the order or its fee has changed
 * @param payable.changed error message for that PT409
 */
export async function openIntent(
  { data, payments }: Services,
  payable: {
    orderId: string;
    amountCents: number;
    currentId: string | null;
    description: (shopName: string) => string;
    key: readonly (string | number)[];
    isHeld: boolean;
    shop?: Shop | undefined;
    saving: CardSaving;
    attach: (payment: { id: string; clientSecret: string }) => Promise<unknown>;
    changed: () => string;
  },
): Promise<Opened> {
  const { orderId, amountCents, currentId, isHeld, saving } = payable;
  const current = currentId ? await payments.findPayment(currentId) : null;
  if (current?.state === "settled") return confirming();
  if (current?.state === "open" && current.amountCents === amountCents) {
    const open = await withCustomer(payments, current, saving);
    if (open?.state === "settled") return confirming();
    if (open?.state === "open") return { status: 200, body: { clientSecret: open.clientSecret, amount: amountCents } };
  }

  const { name, hasExpressCheckout } = payable.shop ?? (await lastKnownStoreSettings(data));
  const payment = await payments.createPayment({
    id: orderId,
    description: payable.description(name),
    amountCents,
    // Two tabs that pay at once get the same intent. A new key is needed to replace a canceled intent, and after the
    // store was renamed, because Stripe accepts a key only with the same description and payment methods.
    idempotencyKey: [
      ...payable.key,
      currentId ?? "first",
      createHash("sha256").update(name).digest("hex").slice(0, 8),
      ...(hasExpressCheckout ? ["link"] : []),
      ...(isHeld ? ["held"] : []),
      ...(saving.customerId ? [saving.customerId] : []),
    ].join("-"),
    takesLink: hasExpressCheckout,
    isHeld,
    customerId: saving.customerId,
  });
  try {
    await payable.attach(payment);
  } catch (error) {
    if (fieldsOf(error)["code"] !== "PT409") throw error;
    // Another tab got the same intent and has paid it.
    if ((await payments.findPayment(payment.id))?.state === "settled") return confirming();
    return { status: 422, body: { error: payable.changed() } };
  }
  const open = await withCustomer(payments, payment, saving);
  if (open?.state !== "open") return confirming();
  return { status: 200, body: { clientSecret: open.clientSecret, amount: amountCents } };
}
