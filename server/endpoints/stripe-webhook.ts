import { limitBody } from "@calabash/data-service/http";
import { Hono } from "hono";
import type { ShopData } from "#server/database/shop-data.ts";
import { applyPaymentEvent } from "#server/payments/apply-payment-event.ts";
import { BadSignatureError, type PaymentProvider } from "#server/payments/payment-provider.ts";
import type { ReceivedCharges } from "#server/payments/received-charges.ts";
import { rejectLargeBody } from "./caller.ts";

/**
 * `POST /webhook` receives Stripe's events, signed over the raw body (https://docs.stripe.com/webhooks). One SQL
 * function records each event once by its id and applies it; an order becomes paid only if order, intent, amount, and
 * currency match. Returns 200 `{ received: true, outcome }` once recorded, also for ignored types and unknown orders;
 * 400 for a bad signature; 5xx if anything failed, so that Stripe retries.
 * @param options.charges receives the owner's test charges
 * @param options.onApplied receives the outcome of each event, because refunds and emails may now be due
 */
export function createStripeWebhookEndpoint(options: {
  data: ShopData;
  payments: PaymentProvider;
  onApplied: (outcome: string) => void;
  charges: Pick<ReceivedCharges, "report">;
}): Hono {
  const { data, payments, onApplied, charges } = options;
  return new Hono().post("/webhook", limitBody(1024 * 1024, rejectLargeBody), async (c) => {
    const rawBody = await c.req.text();
    let event: ReturnType<PaymentProvider["readEvent"]>;
    try {
      event = payments.readEvent(rawBody, c.req.header("stripe-signature"));
    } catch (error) {
      if (error instanceof BadSignatureError) return c.json({ error: error.message }, 400);
      throw error;
    }
    const outcome = await applyPaymentEvent({ data }, event);
    const isPaid = event.type === "payment_intent.succeeded";
    if (event.isTestCharge && isPaid && event.paymentIntentId) charges.report(event.paymentIntentId);
    onApplied(outcome);
    return c.json({ received: true, outcome });
  });
}
