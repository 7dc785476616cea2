import type { Stripe } from "stripe";
import { isUuid } from "#app/values/ids.ts";
import { TEST_CHARGE } from "./try-charge.ts";

/** A verified event of the payment provider, with the arguments of `apply_payment_event`. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** From `metadata.order_id`; null if the event names no order of the store. */
  orderId: string | null;
  paymentIntentId: string | null;
  amountCents: number | null;
  currency: string | null;
  failureMessage: string | null;
  /** Refund of the event; null for other events. */
  refund: ProviderRefund | null;
  /** Hold of an intent that is authorized first and captured later; null for others. */
  hold: Hold | null;
  /** Whether this is the owner's test charge, which has no order and no customer. */
  isTestCharge: boolean;
  /** The original event without the client secret and personal data, which the store does not need. */
  payload: Record<string, unknown>;
}

/** A payment that is only authorized until it is captured. */
export interface Hold {
  authorizedCents: number;
  /** ISO time at which the bank ends the hold. */
  heldUntil: string;
}

/** A refund at the provider. */
export interface ProviderRefund {
  id: string;
  paymentIntentId: string | null;
  amountCents: number;
  /** `failed`: the money stayed with the store, or returned to it. */
  status: "pending" | "succeeded" | "failed";
  /** From `metadata.refund_id`; null if the store did not create the refund. */
  refundId: string | null;
  error: string | null;
  /** Whether the refund moved no money: the provider also lists the released part of a hold as a refund. */
  isRelease: boolean;
}

/** Shortest time that Stripe holds an online card payment: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
const HOLD_S = 7 * 24 * 60 * 60;

/** Event types of a hold, by the status of its intent. */
const READ_EVENTS: Readonly<Record<string, string>> = {
  requires_capture: "payment_intent.amount_capturable_updated",
  succeeded: "payment_intent.succeeded",
  canceled: "payment_intent.canceled",
};
const HOLD_EVENTS = new Set(Object.values(READ_EVENTS));

const NOTHING = {
  orderId: null,
  paymentIntentId: null,
  amountCents: null,
  currency: null,
  failureMessage: null,
  refund: null,
  hold: null,
  isTestCharge: false,
};

/** Converts an event of a payment intent, charge, refund, or dispute; other events keep only id, type, and payload. */
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
      amountCents: amountOf(event.type, object) ?? null,
      currency: object.currency ?? null,
      failureMessage: object.last_payment_error?.message ?? null,
      hold: HOLD_EVENTS.has(event.type) && object.latest_charge ? holdOf(object, event.created) : null,
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
  // `charge.refund.updated` contains the same object as `refund.updated`.
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

/**
 * Creates the event of an intent whose webhook never arrived: it was paid, is held, or was held; null for any other.
 * @param intent with `latest_charge` expanded
 */
export function paymentEventOf(intent: Stripe.PaymentIntent): PaymentEvent | null {
  const { id, status, amount_received } = intent;
  const hold = holdOf(intent, intent.created);
  const type = READ_EVENTS[status];
  const wasHeld = hold !== null && typeof intent.latest_charge === "object" && intent.latest_charge?.paid === true;
  if (type === undefined || (status !== "succeeded" && !wasHeld)) return null;
  return {
    ...NOTHING,
    id: `read:${id}:${status}`,
    type,
    orderId: orderIdOf(intent.metadata),
    paymentIntentId: id,
    amountCents: amountOf(type, intent) ?? null,
    currency: intent.currency,
    hold,
    payload: { read_from: "payment_intents", id, amount_received },
  };
}

function amountOf(type: string, intent: Partial<Stripe.PaymentIntent>): number | undefined {
  if (type === "payment_intent.succeeded") return intent.amount_received;
  return type === "payment_intent.amount_capturable_updated" ? intent.amount_capturable : intent.amount;
}

/**
 * Returns the hold of an intent; null if it has none.
 * @param since in seconds since 1970; without a charge, the hold ends seven days later
 */
function holdOf(intent: Partial<Stripe.PaymentIntent>, since: number): Hold | null {
  if (intent.capture_method !== "manual" || intent.amount === undefined) return null;
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const end = charge?.payment_method_details?.card?.capture_before ?? (charge?.created ?? since) + HOLD_S;
  return { authorizedCents: intent.amount, heldUntil: new Date(end * 1000).toISOString() };
}

/** Creates the event of a refund whose webhook never arrived. */
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

/**
 * Converts a refund (https://docs.stripe.com/api/refunds/object); one that requires the customer's action is pending.
 */
export function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  const isFailed = refund.status === "failed" || refund.status === "canceled";
  return {
    id: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    amountCents: refund.amount,
    status: isFailed ? "failed" : refund.status === "succeeded" ? "succeeded" : "pending",
    refundId: refund.metadata?.["refund_id"] ?? null,
    error: refund.failure_reason ?? null,
    isRelease: refund.status === "succeeded" && refund.balance_transaction === null,
  };
}

/** Returns the id of an object that Stripe returns as an id or expanded; null for none. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
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
