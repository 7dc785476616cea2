import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";

/** Delivery fee agreed after the order was paid. */
export interface DeliveryFee {
  /** Without tax; 0: the delivery is free. */
  amountCents: number;
  taxCents: number;
  isPaid: boolean;
}

/** Money in dollars. */
export type DeliveryFeeRow = NonNullable<FunctionRow<"read_pick_lists">["delivery_fee"]>;

export const FEE_COLUMNS = "delivery_fees(amount, tax_amount, paid_at)";

export function deliveryFeeFromRow(fee: DeliveryFeeRow | null | undefined): DeliveryFee | null {
  if (!fee) return null;
  return { amountCents: centsFrom(fee.amount), taxCents: centsFrom(fee.tax_amount), isPaid: fee.is_paid };
}

export function feeFromRow(
  row: { amount: number; tax_amount: number; paid_at: string | null } | null | undefined,
): DeliveryFee | null {
  return deliveryFeeFromRow(row && { ...row, is_paid: row.paid_at !== null });
}

/** Returns the fee including its tax. */
export function feeTotalCents({ amountCents, taxCents }: Omit<DeliveryFee, "isPaid">): number {
  return amountCents + taxCents;
}

/** Returns the unpaid delivery fee; 0 without one. */
export function feeDueCents(fee: DeliveryFee | null): number {
  return fee && !fee.isPaid ? feeTotalCents(fee) : 0;
}

/** Returns the paid delivery fee with its tax. */
export function feePaidCents(fee: DeliveryFee | null): number {
  return fee?.isPaid ? feeTotalCents(fee) : 0;
}

/** Returns the delivery fee's state for staff; null if delivery is included. */
export function feeStateText(order: { isDeliveryIncluded: boolean; deliveryFee: DeliveryFee | null }): string | null {
  if (order.isDeliveryIncluded) return null;
  const { deliveryFee: fee } = order;
  if (!fee) return t("Delivery fee not agreed");
  if (fee.amountCents === 0) return t("Delivery is free");
  const price = moneyText(feeTotalCents(fee));
  return fee.isPaid ? t("Delivery fee {price} paid", { price }) : t("Delivery fee {price} not paid yet", { price });
}
