import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import { centsFrom } from "#app/values/money.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { feeDescription } from "#server/payments/payment-description.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { loginNeeded } from "./caller.ts";
import { openWithSavedCards } from "./card-customer.ts";
import { openIntent } from "./open-payment.ts";
import { limitOrderBody, readOwnOrder } from "./own-order.ts";
import { type PaymentIntentLimit, rejectTooManyAttempts } from "./payment-attempts.ts";

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
    const opened = await openWithSavedCards({ data, payments }, facts, who, (saving) =>
      openIntent(
        { data, payments },
        {
          orderId: order.id,
          amountCents,
          currentId: fee.payment_intent_id,
          description: (name) => feeDescription(name, order.id),
          // Each time a fee is set, a new intent is needed.
          key: ["fee", order.id, amountCents, Date.parse(fee.agreed_at)],
          isHeld: false,
          saving,
          attach: ({ id }) =>
            data.call("attach_fee_intent", { order_id: order.id, payment_intent_id: id, amount_cents: amountCents }),
          changed: () => t("The delivery fee has changed. Reload the page."),
        },
      ),
    );
    return c.json(opened.body, opened.status);
  });
}
