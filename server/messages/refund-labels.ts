import { t } from "#app/messages/t.ts";
import { isHeld, isPaidInStore, money } from "./order-email-parts.ts";
import type { OrderFacts } from "./outgoing-email.ts";

export function whyCancelled(facts: OrderFacts): string {
  const { order_number: number } = facts;
  if (facts.cancel_reason === "sold_out") {
    return t("We're sorry: an item in order {number} sold out just before your payment arrived.", { number });
  }
  if (facts.cancel_reason === "abandoned") {
    return t("Order {number} was not paid within 24 hours, so we canceled it.", { number });
  }
  if (facts.cancel_reason === "no_show") {
    return t("Order {number} was not picked up in time, so we canceled it.", { number });
  }
  return facts.cancelled_by === "customer"
    ? t("Order {number} is canceled, as you asked.", { number })
    : t("We had to cancel order {number}. Call us if you have questions.", { number });
}

export function givingBack(facts: OrderFacts): string {
  const amount = money(facts.paid_amount - facts.refunded_amount);
  if (isHeld(facts)) return t("The hold of {amount} on your card is being released. You are not charged.", { amount });
  return isPaidInStore(facts)
    ? t("You paid in the store and get {amount} back there.", { amount })
    : t("We are refunding {amount} to your card. We'll write again when it is done.", { amount });
}

/** Returns whether the refund is part of a hold that was never charged. */
export function isRelease(facts: OrderFacts): boolean {
  return facts.refund?.method === "release";
}

export function whyReleased(facts: OrderFacts): string {
  const amount = money(facts.refund?.amount ?? 0);
  const order = t("order {number}", { number: facts.order_number });
  if (facts.refund?.reason === "duplicate") {
    return t(
      "Your card was authorized twice for {order}. We released the second hold of {amount} and charge you once.",
      { order, amount },
    );
  }
  const why = REFUND_REASONS[facts.refund?.reason ?? ""]?.();
  const isWhole = facts.refund?.is_whole && facts.paid_amount === 0;
  const text = isWhole
    ? t("The hold of {amount} for {order} was released. You were not charged.", { amount, order })
    : t("You were not charged {amount} of the hold for {order}.", { amount, order });
  return [why, text].filter(Boolean).join(" ");
}

/** Returns whether the money was refunded in the store, so it appears on no bank statement. */
export function isGivenInStore(facts: OrderFacts): boolean {
  return facts.refund?.method === "store_cash" || isPaidInStore(facts);
}

export function whyRefunded(facts: OrderFacts): string {
  const amount = money(facts.refund?.amount ?? 0);
  const order = t("order {number}", { number: facts.order_number });
  const isCash = facts.refund?.method === "store_cash";
  const where = isCash
    ? t("in cash", {}, "where a refund went")
    : isPaidInStore(facts)
      ? t("in the store", {}, "where a refund went")
      : t("to your card", {}, "where a refund went");
  if (facts.refund?.reason === "duplicate") {
    return t(
      "We received two payments for {order}. We refunded the second one, {amount}, {where}. The order stays paid.",
      { order, amount, where },
    );
  }
  if (facts.refund?.purpose === "withdrawn_fee") {
    return t("We received {amount} for a delivery fee of {order} that was no longer due. We refunded it {where}.", {
      amount,
      order,
      where,
    });
  }
  const why = REFUND_REASONS[facts.refund?.reason ?? ""]?.();
  const isOfFee = facts.refund?.purpose === "delivery_fee";
  return [
    why,
    isOfFee && !facts.refund?.is_whole
      ? t("We refunded {amount} of the delivery fee of {order} {where}.", { amount, order, where })
      : facts.refund?.is_whole
        ? t("We refunded {amount} {where}. Your payment for {order} is now fully refunded.", { amount, where, order })
        : t("We refunded {amount} of {order} {where}.", { amount, order, where }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Reasons of refunds in words for the customer; other refunds have none. */
const REFUND_REASONS: Readonly<Record<string, () => string>> = {
  weight: () => t("Your items weighed less than the most they could."),
  missing: () => t("We're sorry: an item was missing."),
  damaged: () => t("We're sorry: an item was damaged."),
  returned: () => t("Thank you for returning it."),
};
