import type { Stripe } from "stripe";
import { isOrderId } from "#app/features/orders/order-id.ts";

/** A verified event of the payment provider, in the words of `apply_payment_event`. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** From `metadata.order_id`; null when the event names no order of ours. */
  orderId: string | null;
  paymentIntentId: string | null;
  amountCents: number | null;
  currency: string | null;
  failureMessage: string | null;
  /** The event as it came, without the client secret. */
  payload: Record<string, unknown>;
}

/** Reads payment intents and charges; any other event keeps only its id, type and payload. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as Partial<Stripe.PaymentIntent> | Partial<Stripe.Charge>;
  const common = { id: event.id, type: event.type, payload: withoutSecrets(event) };
  if (object.object === "payment_intent") {
    return {
      ...common,
      orderId: orderIdOf(object.metadata),
      paymentIntentId: object.id ?? null,
      amountCents:
        (event.type === "payment_intent.succeeded" ? object.amount_received : object.amount) ?? null,
      currency: object.currency ?? null,
      failureMessage: object.last_payment_error?.message ?? null,
    };
  }
  if (object.object === "charge") {
    return {
      ...common,
      orderId: orderIdOf(object.metadata),
      paymentIntentId: typeof object.payment_intent === "string" ? object.payment_intent : null,
      amountCents: (event.type === "charge.refunded" ? object.amount_refunded : object.amount) ?? null,
      currency: object.currency ?? null,
      failureMessage: object.failure_message ?? null,
    };
  }
  return {
    ...common,
    orderId: null,
    paymentIntentId: null,
    amountCents: null,
    currency: null,
    failureMessage: null,
  };
}

function orderIdOf(metadata: Record<string, string> | undefined): string | null {
  const id = metadata?.order_id;
  return id !== undefined && isOrderId(id) ? id : null;
}

function withoutSecrets(event: Stripe.Event): Record<string, unknown> {
  return JSON.parse(JSON.stringify(event, (name, value) => (name === "client_secret" ? undefined : value)));
}
