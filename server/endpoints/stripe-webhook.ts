import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { BadSignatureError, type PaymentProvider } from "#server/payments/payment-provider.ts";
import type { ShopData } from "#server/shop-data.ts";

/**
 * `POST /webhook`: Stripe's events, signed over the raw body (https://docs.stripe.com/webhooks).
 * Each is recorded once under its id and does what it says in one SQL function; an order is paid only
 * when order, intent, amount and currency agree. Answers `{ received: true, outcome }` with 200 once
 * recorded, ignored types and unknown orders too; 400 to a bad signature; 5xx when anything failed,
 * so that Stripe tries again.
 */
export function createStripeWebhookEndpoint(options: { data: ShopData; payments: PaymentProvider }): Hono {
  const { data, payments } = options;
  return new Hono().post("/webhook", bodyLimit({ maxSize: 1024 * 1024 }), async (c) => {
    const rawBody = await c.req.text();
    let event: ReturnType<PaymentProvider["readEvent"]>;
    try {
      event = payments.readEvent(rawBody, c.req.header("stripe-signature"));
    } catch (error) {
      if (error instanceof BadSignatureError) return c.json({ error: error.message }, 400);
      throw error;
    }
    const applied = await data.service.rpc("apply_payment_event", {
      event_id: event.id,
      event_type: event.type,
      order_id: event.orderId,
      payment_intent_id: event.paymentIntentId,
      amount_cents: event.amountCents,
      currency: event.currency,
      failure_message: event.failureMessage,
      payload: event.payload,
    });
    if (applied.error) throw applied.error;
    return c.json({ received: true, outcome: applied.data });
  });
}
