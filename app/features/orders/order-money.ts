import { t } from "#app/messages/t.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { moneyText } from "#app/values/money.ts";
import { type DeliveryFee, feePaidCents } from "./delivery-fee.ts";
import type { OrderStatus } from "./order-status.ts";

/** Customers and managers read payments, packers none. */
export const PAYMENT_COLUMNS =
  "payment_intent_id, amount_cents, purpose, refunded_cents, received_at, method, held_until, captured_at, capture_cents, cash_received_cents";
export const REFUND_COLUMNS =
  "id, payment_intent_id, amount_cents, tax_cents, lines, reason, status, method, replaces_id, last_error, created_at, settled_at";

/** Entry of `refunds.lines`. */
export interface RefundLineRow {
  order_item_id: number;
  quantity: number;
  /** Missing in refunds from before the store recorded sales tax. */
  tax_cents?: number;
}

export type Payment = ReturnType<typeof paymentFromRow>;
export type Refund = ReturnType<typeof refundFromRow>;

export function paymentFromRow(row: SelectedRow<"payments", typeof PAYMENT_COLUMNS>) {
  const { payment_intent_id, held_until, captured_at, capture_cents, ...payment } = row;
  return {
    ...camelCased(payment),
    intentId: payment_intent_id,
    /** Whether the card is only authorized so far. */
    isHeld: isOpenHold({ held_until, captured_at }),
    /** Cents captured from a hold that has ended; null for a payment charged at once or still held. */
    capturedCents: captured_at === null ? null : capture_cents,
  };
}

/** Returns whether a payment is only authorized so far. */
export function isOpenHold(payment: { held_until: string | null; captured_at: string | null }): boolean {
  return payment.held_until !== null && payment.captured_at === null;
}

export function refundFromRow(row: SelectedRow<"refunds", typeof REFUND_COLUMNS>) {
  const { payment_intent_id, lines, method, created_at, ...refund } = row;
  return {
    ...camelCased(refund),
    intentId: payment_intent_id,
    /** Refunded lines with their sales tax; empty for a refund of an amount. */
    lines:
      (lines as RefundLineRow[] | null)
        // The refund of a price difference removes no units from the order.
        ?.filter(({ quantity }) => quantity > 0)
        .map((line) => ({ ...camelCased(line), taxCents: line.tax_cents ?? 0 })) ?? [],
    /** Whether it was refunded in cash instead of to the original payment method. */
    isCash: method === "store_cash",
    /** Whether it is the uncaptured part of a hold, for which no money is sent back. */
    isRelease: method === "release",
    requestedAt: created_at,
  };
}

/** Purpose of a successful payment intent; a tender is another one of the order, recorded in the store. */
export type PaymentPurpose = Payment["purpose"];
export type RefundStatus = Refund["status"];
/** Reason of a refund; only returned products are restocked. */
export type RefundedProductReason = Extract<RefundReason, "missing" | "damaged" | "returned">;
/** The products of a refund for their weight weighed less than the maximum that was paid. */
export type RefundReason = Refund["reason"];

/** Labels of the refund reasons that are shown to customers. */
export const refundReasonLabels = (): Record<Exclude<RefundReason, "requested_by_customer" | "provider">, string> => ({
  duplicate: t("Paid twice"),
  sold_out: t("Sold out"),
  cancelled: t("Order canceled"),
  weight: t("Weighed less"),
  missing: t("Missing"),
  damaged: t("Damaged"),
  returned: t("Returned"),
});

export type RefundLine = { orderItemId: number; quantity: number };

/** Amounts of an order's hold; both are 0 for an order that was charged immediately. */
export interface HoldSums {
  /** Held on the card and not captured yet. */
  heldCents: number;
  /** Released from the hold without a charge. */
  releasedCents: number;
}

/** Returns the text that explains to the customer what will be charged of a hold. */
export function holdText(heldCents: number): string {
  return t("We hold at most {price} on your card and charge what it weighs when we pack it.", {
    price: moneyText(heldCents),
  });
}

/** Returns the line about what a hold did not charge. */
export function releasedText(releasedCents: number): string {
  return t("{price} of the hold on the card was never charged.", { price: moneyText(releasedCents) });
}

/** Returns whether the reader can see if the money is charged or only held. Packers do not see payments. */
export function isHoldKnown(
  order: { paidCents: number; lines: readonly { weight?: unknown }[] },
  payments: readonly Payment[],
): boolean {
  return order.paidCents === 0 || payments.length > 0 || order.lines.every(({ weight }) => !weight);
}

export function holdSums(payments: readonly Payment[], refunds: readonly Refund[]): HoldSums {
  const isOfOrder = (intentId: string) =>
    // Packers do not see payments, and see refunds only of current orders.
    payments.length === 0 || payments.some((payment) => payment.intentId === intentId && payment.purpose === "order");
  return {
    heldCents: sumOf(payments.filter(({ purpose, isHeld }) => purpose === "order" && isHeld)),
    releasedCents: sumOf(
      refunds.filter(({ isRelease, status, intentId }) => isRelease && status === "succeeded" && isOfOrder(intentId)),
    ),
  };
}

/** Returns whether an order was paid in the store; false for packers, who read no payments. */
export function isPaidInStore(payments: readonly Pick<Payment, "method">[]): boolean {
  return payments.some(({ method }) => method !== "card");
}

export function isOnItsWay(refund: Pick<Refund, "status">): boolean {
  return refund.status === "requested" || refund.status === "pending";
}

/**
 * Returns the failed refunds that were not replaced, neither by a new attempt nor by another refund of the same amount.
 */
export function failedRefunds<Shown extends Pick<Refund, "id" | "status" | "replacesId" | "amountCents">>(
  refunds: readonly Shown[],
): Shown[] {
  return refunds.filter(
    (refund, place) =>
      refund.status === "failed" &&
      !refunds.some(({ replacesId }) => replacesId === refund.id) &&
      !refunds
        .slice(place + 1)
        .some(({ status, amountCents }) => status !== "failed" && amountCents === refund.amountCents),
  );
}

/** Returns the amount paid for the order and its delivery that is neither refunded nor being refunded. */
export function refundableCents(
  payments: readonly Payment[],
  refunds: readonly Refund[],
  purposes: readonly PaymentPurpose[] = ["order", "tender", "delivery_fee"],
): number {
  const paid = payments.filter(({ purpose }) => purposes.includes(purpose));
  const intents = new Set(paid.map(({ intentId }) => intentId));
  const given = refunds.filter((refund) => intents.has(refund.intentId) && refund.status !== "failed");
  return sumOf(paid) - sumOf(given);
}

function sumOf(amounts: readonly { amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Returns the refundable amount, also for packers, who see refunds but no payments. */
export function leftToRefundCents(record: {
  order: { paidCents: number };
  payments: readonly Payment[];
  refunds: readonly Refund[];
}): number {
  if (record.payments.length > 0) return refundableCents(record.payments, record.refunds);
  // What a hold did not charge was never paid.
  const given = record.refunds.filter(
    ({ status, isRelease }) => status !== "failed" && !(isRelease && status === "succeeded"),
  );
  return record.order.paidCents - given.reduce((sum, refund) => sum + refund.amountCents, 0);
}

/** Returns the refundable amount, split into the order itself and a separate delivery fee. */
export function leftToRefundParts(
  record: Parameters<typeof leftToRefundCents>[0] & { order: { totalCents: number; deliveryFee: DeliveryFee | null } },
): { allCents: number; orderCents: number; feeCents: number } {
  const allCents = leftToRefundCents(record);
  const { payments, refunds, order } = record;
  // Packers do not see which payment a refund belongs to, so this is an upper limit; the database decides.
  const isKnown = payments.length > 0;
  const ofFee = isKnown
    ? refundableCents(payments, refunds, ["delivery_fee"])
    : Math.min(allCents, feePaidCents(order.deliveryFee));
  const ofOrder = isKnown
    ? refundableCents(payments, refunds, ["order", "tender"])
    : Math.min(allCents, order.totalCents);
  return { allCents, orderCents: ofOrder, feeCents: ofFee };
}

/** Returns how many units of a line can still be refunded. */
export function refundableQuantity(line: { id: number; quantity: number }, refunds: readonly Refund[]): number {
  return line.quantity - givenBack(line, refunds).reduce((sum, refunded) => sum + refunded.quantity, 0);
}

/** Returns the sales tax of a line that is not refunded yet. */
export function refundableTaxCents(line: { id: number; taxCents: number }, refunds: readonly Refund[]): number {
  return line.taxCents - givenBack(line, refunds).reduce((sum, refunded) => sum + refunded.taxCents, 0);
}

function givenBack(line: { id: number }, refunds: readonly Refund[]): Refund["lines"] {
  return refunds
    .filter((refund) => refund.status !== "failed")
    .flatMap((refund) => refund.lines)
    .filter((refunded) => refunded.orderItemId === line.id);
}

/** Returns whether the order can still change. */
export function canStillChange(record: {
  order: { status: OrderStatus };
  payments: readonly Payment[];
  refunds: readonly Refund[];
}): boolean {
  const { status } = record.order;
  if (record.refunds.some(isOnItsWay)) return true;
  // A canceled order changes only until it is fully refunded.
  if (status === "cancelled") return refundableCents(record.payments, record.refunds) > 0;
  return status !== "refunded";
}

/** Returns the delivery price, or a text if there is none; the same in cart, order, receipt, and emails. */
export function deliveryPriceText(delivery: {
  deliveryCostCents: number;
  /** False if the team contacts the customer about the delivery. */
  isDeliveryIncluded: boolean;
}): string {
  if (delivery.deliveryCostCents > 0) return moneyText(delivery.deliveryCostCents);
  return delivery.isDeliveryIncluded ? t("Free") : t("Not included");
}
