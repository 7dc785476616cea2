import type { PaymentMethod } from "#app/features/payments/tenders.ts";
import { t } from "#app/messages/t.ts";
import { moneyText } from "#app/values/money.ts";
import { type DeliveryFee, feePaidCents } from "./delivery-fee.ts";
import type { OrderStatus } from "./order-status.ts";

/** Purpose of a successful payment intent. */
export type PaymentPurpose =
  | "order"
  /** An additional tender of the order, recorded in the store. */
  | "tender"
  | "delivery_fee"
  | "duplicate"
  | "cancelled_order"
  | "withdrawn_fee"
  | "mismatch"
  | "unknown_order";
export type RefundStatus = "requested" | "pending" | "succeeded" | "failed";
/** Reason of a refund; only returned products are restocked. */
export type RefundedProductReason = "missing" | "damaged" | "returned";
export type RefundReason =
  | "requested_by_customer"
  | "duplicate"
  | "sold_out"
  | "cancelled"
  | "provider"
  /** The products weighed less than the maximum that was paid. */
  | "weight"
  | RefundedProductReason;

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

export interface Payment {
  intentId: string;
  amountCents: number;
  purpose: PaymentPurpose;
  method: PaymentMethod;
  refundedCents: number;
  /** Whether the card is only authorized so far. */
  isHeld: boolean;
  /** Cents captured from a hold that has ended; null for a payment that was charged immediately or is still held. */
  capturedCents: number | null;
  /** Cash received from the customer; null if it was not recorded. */
  cashReceivedCents: number | null;
  /** ISO 8601 */
  receivedAt: string;
}

export interface Refund {
  id: string;
  intentId: string;
  amountCents: number;
  /** Sales tax included in the amount. */
  taxCents: number;
  /** Refunded lines; empty for a refund of an amount. */
  lines: readonly RefundedLine[];
  reason: RefundReason;
  status: RefundStatus;
  /** Whether it was refunded in cash instead of to the original payment method. */
  isCash: boolean;
  /** Whether it is the uncaptured part of a hold, for which no money is sent back. */
  isRelease: boolean;
  /** Id of the failed refund that this one replaces. */
  replacesId: string | null;
  lastError: string | null;
  /** ISO 8601 */
  requestedAt: string;
  settledAt: string | null;
}

export type RefundLine = { orderItemId: number; quantity: number };

/** Refunded line with its sales tax. */
export interface RefundedLine extends RefundLine {
  taxCents: number;
}

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

function givenBack(line: { id: number }, refunds: readonly Refund[]): RefundedLine[] {
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
