import Stripe from "stripe";
import { sandboxId, unixTime } from "./objects.ts";

export type SandboxEventType =
  | "payment_intent.amount_capturable_updated"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.processing"
  | "payment_intent.canceled"
  | "charge.captured"
  | "charge.expired"
  | "charge.refunded"
  | "refund.created"
  | "refund.updated"
  | "refund.failed";

/** An event as sent to the store's webhook; `data.object` is the state at that time. */
export interface SandboxEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund };
  livemode: false;
  pending_webhooks: number;
  /** Both are null for changes without an API request, such as the end of a delayed payment or a failed refund. */
  request: { id: string | null; idempotency_key: string | null };
  type: SandboxEventType;
}

/** Creates an event: https://docs.stripe.com/api/events/object */
export function newEvent(
  type: SandboxEventType,
  object: SandboxEvent["data"]["object"],
  request: SandboxEvent["request"],
): SandboxEvent {
  return {
    id: sandboxId("evt"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: unixTime(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  };
}

/** Returns whether the event is about this payment intent, its charge or one of its refunds. */
export function isAbout(event: SandboxEvent, paymentIntentId: string): boolean {
  const { object } = event.data;
  return (object.object === "payment_intent" ? object.id : object.payment_intent) === paymentIntentId;
}
