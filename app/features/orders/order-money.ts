import type { OrderStatus } from "./order-status.ts";

/** What a payment intent that succeeded was for. */
export type PaymentPurpose = "order" | "duplicate" | "cancelled_order" | "mismatch" | "unknown_order";
export type RefundStatus = "requested" | "pending" | "succeeded" | "failed";
export type RefundReason = "requested_by_customer" | "duplicate" | "sold_out" | "cancelled" | "provider";

export interface Payment {
  intentId: string;
  amountCents: number;
  purpose: PaymentPurpose;
  refundedCents: number;
  /** ISO 8601 */
  receivedAt: string;
}

export interface Refund {
  id: string;
  intentId: string;
  amountCents: number;
  /** How much of it is sales tax. */
  taxCents: number;
  /** What was given back by line; empty when it was an amount. */
  lines: readonly RefundedLine[];
  /** Its goods go back into stock once it has succeeded. */
  doGoodsComeBack: boolean;
  reason: RefundReason;
  status: RefundStatus;
  lastError: string | null;
  /** ISO 8601 */
  requestedAt: string;
  settledAt: string | null;
}

export interface RefundLine {
  orderItemId: number;
  quantity: number;
}

/** A line as it was given back, with the sales tax that went with it. */
export interface RefundedLine extends RefundLine {
  taxCents: number;
}

export function isOnItsWay(refund: Pick<Refund, "status">): boolean {
  return refund.status === "requested" || refund.status === "pending";
}

/** Of the payment that paid the order: what is neither given back nor on its way back. */
export function refundableCents(payments: readonly Payment[], refunds: readonly Refund[]): number {
  const paid = payments.find((payment) => payment.purpose === "order");
  if (!paid) return 0;
  const given = refunds.filter((refund) => refund.intentId === paid.intentId && refund.status !== "failed");
  return paid.amountCents - given.reduce((sum, refund) => sum + refund.amountCents, 0);
}

/** How many of a line can still be given back by line. */
export function refundableQuantity(
  line: { id: number; quantity: number },
  refunds: readonly Refund[],
): number {
  return line.quantity - givenBack(line, refunds).reduce((sum, refunded) => sum + refunded.quantity, 0);
}

/** The sales tax that is left of a line. */
export function refundableTaxCents(
  line: { id: number; taxCents: number },
  refunds: readonly Refund[],
): number {
  return line.taxCents - givenBack(line, refunds).reduce((sum, refunded) => sum + refunded.taxCents, 0);
}

function givenBack(line: { id: number }, refunds: readonly Refund[]): RefundedLine[] {
  return refunds
    .filter((refund) => refund.status !== "failed")
    .flatMap((refund) => refund.lines)
    .filter((refunded) => refunded.orderItemId === line.id);
}

/** Whether news of the order can still come. */
export function canStillChange(record: {
  order: { status: OrderStatus };
  payments: readonly Payment[];
  refunds: readonly Refund[];
}): boolean {
  const { status } = record.order;
  if (record.refunds.some(isOnItsWay)) return true;
  // A cancelled order changes only while money of it is still with the shop.
  if (status === "cancelled") return refundableCents(record.payments, record.refunds) > 0;
  return status !== "refunded";
}
