import type { Stripe } from "stripe";
import { isUuid } from "#app/values/ids.ts";
import { TEST_CHARGE } from "./try-charge.ts";

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
  /** Refund of the event; null for all other events. */
  refund: ProviderRefund | null;
  /** The owner's own try: no order's and no customer's. */
  isTestCharge: boolean;
  /** The event as it came, without the client secret and without the person: the shop needs neither. */
  payload: Record<string, unknown>;
}

/** A refund as the provider has it. */
export interface ProviderRefund {
  id: string;
  paymentIntentId: string | null;
  amountCents: number;
  /** `failed`: the money stays, or came back to the shop. */
  status: "pending" | "succeeded" | "failed";
  /** From `metadata.refund_id`; null when it was not the shop that made it. */
  refundId: string | null;
  error: string | null;
}

const NOTHING = {
  orderId: null,
  paymentIntentId: null,
  amountCents: null,
  currency: null,
  failureMessage: null,
  refund: null,
  isTestCharge: false,
};

/** Reads payment intents, charges, refunds and disputes; any other event keeps only its id, type and payload. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as
    | Partial<Stripe.PaymentIntent>
    | Partial<Stripe.Charge>
    | Stripe.Refund
    | Partial<Stripe.Dispute>;
  const isTestCharge = object.metadata?.[TEST_CHARGE] !== undefined;
  const common = { ...NOTHING, id: event.id, type: event.type, isTestCharge, payload: withoutPerson(event) };
  if (object.object === "payment_intent") {
    return {
      ...common,
      orderId: orderIdOf(object.metadata),
      paymentIntentId: object.id ?? null,
      amountCents: (event.type === "payment_intent.succeeded" ? object.amount_received : object.amount) ?? null,
      currency: object.currency ?? null,
      failureMessage: object.last_payment_error?.message ?? null,
    };
  }
  if (object.object === "charge") {
    return {
      ...common,
      orderId: orderIdOf(object.metadata),
      paymentIntentId: idOf(object.payment_intent),
      amountCents: (event.type === "charge.refunded" ? object.amount_refunded : object.amount) ?? null,
      currency: object.currency ?? null,
      failureMessage: object.failure_message ?? null,
    };
  }
  // `charge.refund.updated` carries the same object as `refund.updated`.
  if (object.object === "refund") {
    const refund = toProviderRefund(object);
    return {
      ...common,
      orderId: orderIdOf(object.metadata ?? undefined),
      paymentIntentId: refund.paymentIntentId,
      amountCents: refund.amountCents,
      currency: object.currency ?? null,
      refund,
    };
  }
  if (object.object === "dispute") {
    return {
      ...common,
      paymentIntentId: idOf(object.payment_intent),
      amountCents: object.amount ?? null,
      currency: object.currency ?? null,
    };
  }
  return common;
}

/** Returns the event of a succeeded intent whose webhook never arrived. */
export function paymentEventOf(intent: Stripe.PaymentIntent): PaymentEvent {
  return {
    ...NOTHING,
    id: `read:${intent.id}:succeeded`,
    type: "payment_intent.succeeded",
    orderId: orderIdOf(intent.metadata),
    paymentIntentId: intent.id,
    amountCents: intent.amount_received,
    currency: intent.currency,
    payload: { read_from: "payment_intents", id: intent.id, amount_received: intent.amount_received },
  };
}

/** Returns the event of a refund whose webhook never arrived. */
export function refundEventOf(refund: ProviderRefund): PaymentEvent {
  return {
    ...NOTHING,
    id: `read:${refund.id}:${refund.status}`,
    type: "refund.updated",
    paymentIntentId: refund.paymentIntentId,
    amountCents: refund.amountCents,
    refund,
    payload: { read_from: "refunds", id: refund.id, status: refund.status },
  };
}

/** https://docs.stripe.com/api/refunds/object: one that waits for its owner's action is on its way. */
export function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  const isFailed = refund.status === "failed" || refund.status === "canceled";
  return {
    id: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    amountCents: refund.amount,
    status: isFailed ? "failed" : refund.status === "succeeded" ? "succeeded" : "pending",
    refundId: refund.metadata?.["refund_id"] ?? null,
    error: refund.failure_reason ?? null,
  };
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

function orderIdOf(metadata: Record<string, string> | undefined): string | null {
  const id = metadata?.order_id;
  return id !== undefined && isUuid(id) ? id : null;
}

const REMOVED_FIELDS = new Set([
  "client_secret",
  "billing_details",
  "shipping",
  "receipt_email",
  "receipt_url",
  "card",
  "evidence",
]);

function withoutPerson(event: Stripe.Event): Record<string, unknown> {
  return JSON.parse(JSON.stringify(event, (name, value) => (REMOVED_FIELDS.has(name) ? undefined : value)));
}
