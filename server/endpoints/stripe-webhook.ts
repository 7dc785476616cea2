import { limitBody } from "@calabash/data-service/http";
import { Hono } from "hono";
import { BadSignatureError, type PaymentProvider } from "#server/payments/payment-provider.ts";
import type { ReceivedCharges } from "#server/payments/received-charges.ts";
import type { ShopData } from "#server/settings/shop-data.ts";
import { applyPaymentEvent } from "#server/worker/apply-payment-event.ts";
import { rejectLargeBody } from "./caller.ts";

/**
 * `POST /webhook`: Stripe's events, signed over the raw body (https://docs.stripe.com/webhooks).
 * Each is recorded once under its id and does what it says in one SQL function; an order is paid only
 * when order, intent, amount and currency agree. Answers `{ received: true, outcome }` with 200 once
 * recorded, ignored types and unknown orders too; 400 to a bad signature; 5xx when anything failed,
 * so that Stripe tries again.
 * @param options.charges told of the owner's test charges
 * @param options.onApplied told the outcome of each event: refunds and mails may be due now
 */
export function createStripeWebhookEndpoint(options: {
  data: ShopData;
  payments: PaymentProvider;
  onApplied: (outcome: string) => void;
  charges: Pick<ReceivedCharges, "report">;
}): Hono {
  const { data, payments, onApplied, charges } = options;
  return new Hono().post("/webhook", limitBody({ maxSize: 1024 * 1024, onError: rejectLargeBody }), async (c) => {
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
