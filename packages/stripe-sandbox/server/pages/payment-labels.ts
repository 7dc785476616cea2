import { html } from "hono/html";
import type { Stripe } from "stripe";
import type { ShownPayment } from "../dashboard.ts";
import { attemptsOf, isDelivered, type StoredDelivery } from "../deliveries.ts";
import { formatAmount } from "../format-amount.ts";
import type { TestCard } from "../test-cards.ts";
import type { Html } from "./html.ts";

/**
 * Returns a time as HTML.
 * @param ms milliseconds since 1970
 */
export function timeHtml(ms: number): Html {
  const at = new Date(ms);
  const shown = at.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "medium" });
  return html`<time datetime="${at.toISOString()}">${shown}</time>`;
}

export function statusText({ intent, charge }: ShownPayment): string {
  const refunded = charge ? refundedCents(charge) : 0;
  if (charge && refunded > 0) {
    return charge.refunded ? "refunded" : `paid, ${formatAmount(refunded, charge.currency)} refunded`;
  }
  const failure = intent.last_payment_error?.message;
  if (intent.status === "requires_payment_method" && failure) return `declined: ${failure}`;
  return STATUS[intent.status] ?? intent.status;
}

/**
 * Returns the refunded cents of a charge. Stripe counts the released part of a hold as refunded, too; this does not.
 */
export function refundedCents(charge: Stripe.Charge): number {
  if (!charge.captured) return 0;
  return charge.amount_refunded - (charge.amount - charge.amount_captured);
}

const STATUS: Readonly<Record<string, string>> = {
  requires_payment_method: "waiting for a card",
  requires_confirmation: "waiting for confirmation",
  requires_action: "waiting for 3-D Secure",
  requires_capture: "held, waiting for capture",
  processing: "processing",
  succeeded: "paid",
  canceled: "canceled",
};

/** Returns `Visa ending in 4242`, or an empty text before a card was tried. */
export function cardText({ charge }: ShownPayment): string {
  const card = charge?.payment_method_details?.card;
  if (!card?.brand) return "";
  return `${card.brand[0]?.toUpperCase()}${card.brand.slice(1)} ending in ${card.last4}`;
}

/** Returns the delivery status of an event as HTML. */
export function deliveryHtml(delivery: StoredDelivery | undefined, isHolding: boolean): Html {
  const attempts = attemptsOf(delivery);
  const times = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  if (delivery === undefined) return isHolding ? html`On hold.` : html`Not delivered yet.`;
  if (!("lastAnswer" in delivery)) return html`Delivered.`;
  const answer = html`last response <code>${delivery.lastAnswer}</code>`;
  if (isDelivered(delivery)) return html`Delivered, ${times}; ${answer}.`;
  if (isHolding) return html`On hold after ${times}; ${answer}.`;
  if (delivery.nextAttemptAt === null) return html`Failed after ${times}; ${answer}.`;
  return html`Not accepted after ${times}. Next attempt ${timeHtml(delivery.nextAttemptAt)}; ${answer}.`;
}

export function testCardText({ brand, needsAuthentication, decline, refundPlan }: TestCard): string {
  const end = decline ? `is declined: ${decline.decline_code ?? decline.code}` : `pays (${brand})`;
  if (needsAuthentication) return `requires 3-D Secure, then ${end}`;
  return refundPlan ? `${end}; a refund is ${refundPlan}` : end;
}
