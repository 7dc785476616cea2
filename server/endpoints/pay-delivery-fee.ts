import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { t } from "#app/messages/t.ts";
import { centsFrom } from "#app/values/money.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { feeDescription } from "#server/payments/payment-description.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { loginNeeded } from "./caller.ts";
import { type CardSaving, openWithSavedCards, withCustomer } from "./card-customer.ts";
import { limitOrderBody, readOwnOrder } from "./own-order.ts";
import { type PaymentIntentLimit, rejectTooManyAttempts } from "./payment-attempts.ts";

const confirming = () => ({ error: t("We are confirming your payment.") });

/**
 * `POST /pay-delivery-fee` with `{ orderId, savesCard }` and the customer's bearer token returns `{ clientSecret, amount }` of the
 * open payment intent of a separate delivery fee, with the amount in cents including tax. The intent is created if
 * there is none. The database stores the intent before the customer gets it, so it can attribute the payment to the
 * fee, never to the order, without relying on the event. Saved cards are as in `POST /create-payment-intent`.
 * Errors, as `{ error }`: 400 if the body is not JSON, 401 without a valid token, 404 for another customer's order or
 * one without such a fee, 409 if the fee is paid or its payment is in progress, 422 if the fee changed meanwhile, 429
 * after too many attempts.
 */
export function createPayDeliveryFeeEndpoint(options: {
  data: ShopData;
  payments: PaymentProvider;
  limit: PaymentIntentLimit;
}): Hono {
  const { data, payments } = options;
  return new Hono().post("/pay-delivery-fee", limitOrderBody, async (c) => {
    const { caller, order } = await readOwnOrder(c, data);
    const rejection = await rejectTooManyAttempts(c, options, caller.claimedUserId);
    if (rejection) return rejection;

    const { data: fee } = await data
      .as(caller.token)
      .from("delivery_fees")
      .select("amount, tax_amount, payment_intent_id, agreed_at, paid_at")
      .eq("order_id", order.id)
      .maybeSingle()
      .throwOnError();
    if (!fee || fee.amount === 0) return c.json({ error: t("This order has no delivery fee to pay.") }, 404);
    if (fee.paid_at !== null) return c.json({ error: t("The delivery fee is already paid.") }, 409);
    const amountCents = centsFrom(fee.amount) + centsFrom(fee.tax_amount);

    const { savesCard } = fieldsOf(await c.req.json());
    const who = { userId: caller.claimedUserId, savesCard: savesCard === true };
    const [facts] = await data.call("find_card_customer", undefined, { token: caller.token });
    if (!facts) return c.json(loginNeeded(), 401);
    return openWithSavedCards({ data, payments }, facts, who, (saving) =>
      openFeePayment(c, options, { orderId: order.id, fee, amountCents, saving }),
    );
  });
}

async function openFeePayment(
  c: Context,
  { data, payments }: { data: ShopData; payments: PaymentProvider },
  {
    orderId,
    fee,
    amountCents,
    saving,
  }: {
    orderId: string;
    fee: { payment_intent_id: string | null; agreed_at: string };
    amountCents: number;
    saving: CardSaving;
  },
): Promise<Response> {
  const current = fee.payment_intent_id ? await payments.findPayment(fee.payment_intent_id) : null;
  if (current?.state === "settled") return c.json(confirming(), 409);
  if (current?.state === "open") {
    const open = await withCustomer(payments, current, saving);
    if (open?.state === "settled") return c.json(confirming(), 409);
    if (open?.state === "open") return c.json({ clientSecret: open.clientSecret, amount: amountCents });
  }

  const { name, hasExpressCheckout } = await lastKnownStoreSettings(data);
  const payment = await payments.createPayment({
    id: orderId,
    description: feeDescription(name, orderId),
    amountCents,
    // Each time a fee is set, and each time a closed intent is replaced, a new intent is needed. Stripe accepts a key
    // only with the same description and payment methods.
    idempotencyKey: [
      "fee",
      orderId,
      amountCents,
      Date.parse(fee.agreed_at),
      fee.payment_intent_id ?? "first",
      createHash("sha256").update(name).digest("hex").slice(0, 8),
      ...(hasExpressCheckout ? ["link"] : []),
      ...(saving.customerId ? [saving.customerId] : []),
    ].join("-"),
    takesLink: hasExpressCheckout,
    isHeld: false,
    customerId: saving.customerId,
  });
  const attached = await data.service.rpc("attach_fee_intent", {
    order_id: orderId,
    payment_intent_id: payment.id,
    amount_cents: amountCents,
  });
  if (attached.error?.code === "PT409")
    return c.json({ error: t("The delivery fee has changed. Reload the page.") }, 422);
  if (attached.error) throw failed(attached.error);
  const open = await withCustomer(payments, payment, saving);
  if (open?.state !== "open") return c.json(confirming(), 409);
  return c.json({ clientSecret: open.clientSecret, amount: amountCents });
}
