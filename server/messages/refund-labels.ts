import { isHeld, isPaidInStore, money, number } from "./order-email-parts.ts";
import type { OrderFacts } from "./outgoing-email.ts";

export function whyCancelled(facts: OrderFacts): string {
  if (facts.cancel_reason === "sold_out") {
    return `We're sorry: an item in order ${number(facts)} sold out just before your payment arrived.`;
  }
  if (facts.cancel_reason === "abandoned") {
    return `Order ${number(facts)} was not paid within 24 hours, so we canceled it.`;
  }
  if (facts.cancel_reason === "no_show") {
    return `Order ${number(facts)} was not picked up in time, so we canceled it.`;
  }
  return facts.cancelled_by === "customer"
    ? `Order ${number(facts)} is canceled, as you asked.`
    : `We had to cancel order ${number(facts)}. Call us if you have questions.`;
}

export function givingBack(facts: OrderFacts): string {
  const amount = money(facts.paid_amount - facts.refunded_amount);
  if (isHeld(facts)) return `The hold of ${amount} on your card is being released. You are not charged.`;
  return isPaidInStore(facts)
    ? `You paid in the store and get ${amount} back there.`
    : `We are refunding ${amount} to your card. We'll write again when it is done.`;
}

/** Whether the refund is a part of a hold that was never charged. */
export function isRelease(facts: OrderFacts): boolean {
  return facts.refund?.method === "release";
}

export function whyReleased(facts: OrderFacts): string {
  const amount = money(facts.refund?.amount ?? 0);
  const order = `order ${number(facts)}`;
  if (facts.refund?.reason === "duplicate") {
    return `Your card was authorized twice for ${order}. We released the second hold of ${amount} and charge you once.`;
  }
  const why = REFUND_REASONS[facts.refund?.reason ?? ""];
  const isWhole = facts.refund?.is_whole && facts.refund.amount >= facts.paid_amount;
  const text = isWhole
    ? `The hold of ${amount} for ${order} was released. You were not charged.`
    : `You were not charged ${amount} of the hold for ${order}.`;
  return [why, text].filter(Boolean).join(" ");
}

/** Whether the refund was handed over in the store, so it appears on no bank statement. */
export function isGivenInStore(facts: OrderFacts): boolean {
  return facts.refund?.method === "store_cash" || isPaidInStore(facts);
}

export function whyRefunded(facts: OrderFacts): string {
  const amount = money(facts.refund?.amount ?? 0);
  const order = `order ${number(facts)}`;
  const isCash = facts.refund?.method === "store_cash";
  const where = isCash ? "in cash" : isPaidInStore(facts) ? "in the store" : "to your card";
  if (facts.refund?.reason === "duplicate") {
    return `We received two payments for ${order}. We refunded the second one, ${amount}, ${where}. The order stays paid.`;
  }
  if (facts.refund?.purpose === "withdrawn_fee") {
    return `We received ${amount} for a delivery fee of ${order} that was no longer due. We refunded it ${where}.`;
  }
  const why = REFUND_REASONS[facts.refund?.reason ?? ""];
  const isOfFee = facts.refund?.purpose === "delivery_fee";
  return [
    why,
    isOfFee && !facts.refund?.is_whole
      ? `We refunded ${amount} of the delivery fee of ${order} ${where}.`
      : facts.refund?.is_whole
        ? `We refunded ${amount} ${where}. Your payment for ${order} is now fully refunded.`
        : `We refunded ${amount} of ${order} ${where}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns why a refund was made, as the customer knows it; empty for other refunds. */
const REFUND_REASONS: Readonly<Record<string, string>> = {
  weight: "Your items weighed less than the most they could.",
  missing: "We're sorry: an item was missing.",
  damaged: "We're sorry: an item was damaged.",
  returned: "Thank you for returning it.",
};
