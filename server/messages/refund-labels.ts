import { isPaidInStore, money, number } from "./order-email-parts.ts";
import type { OrderFacts } from "./outgoing-email.ts";

export function whyCancelled(facts: OrderFacts): string {
  if (facts.cancel_reason === "sold_out") {
    return `We are sorry: something in order ${number(facts)} was sold out at the moment your payment arrived.`;
  }
  if (facts.cancel_reason === "abandoned") {
    return `Order ${number(facts)} was not paid within 24 hours, so it has ended.`;
  }
  return facts.cancelled_by === "customer"
    ? `Order ${number(facts)} is cancelled, as you asked.`
    : `We had to cancel order ${number(facts)}. Please call us if you have a question.`;
}

export function givingBack(facts: OrderFacts): string {
  const amount = money(facts.paid_amount - facts.refunded_amount);
  return isPaidInStore(facts)
    ? `You paid it in the store, and get ${amount} back there.`
    : `We are giving ${amount} back to your card. We will write again when it is done.`;
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
    return `Two payments came for ${order}. We gave the second one, ${amount}, back ${where}. The order itself stays paid.`;
  }
  if (facts.refund?.purpose === "withdrawn_fee") {
    return `A payment of ${amount} came for a delivery fee of ${order} that was no longer to be paid. We gave it back ${where}.`;
  }
  const why = REFUND_REASONS[facts.refund?.reason ?? ""];
  const isOfFee = facts.refund?.purpose === "delivery_fee";
  return [
    why,
    isOfFee && !facts.refund?.is_whole
      ? `We gave ${amount} of the delivery fee of ${order} back ${where}.`
      : facts.refund?.is_whole
        ? `We gave ${amount} back ${where}: everything that was paid for ${order} is back with you.`
        : `We gave ${amount} of ${order} back ${where}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns why a refund was made, as the customer knows it; empty for other refunds. */
const REFUND_REASONS: Readonly<Record<string, string>> = {
  missing: "We are sorry: something was missing.",
  damaged: "We are sorry: something was damaged.",
  returned: "Thank you for bringing it back.",
};
