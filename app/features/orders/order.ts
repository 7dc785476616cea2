import { aboutCents } from "#app/features/catalog/sold-by-weight.ts";
import { PAY_IN_STORE_COLUMNS, payInStoreFromRow } from "#app/features/payments/pay-in-store.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import type { TimeWindow } from "#app/values/window-text.ts";
import { FEE_COLUMNS, feeFromRow, feePaidCents } from "./delivery-fee.ts";
import { LINE_COLUMNS, linePath, type OrderLine, type OrderLineWeight, toOrderLine } from "./order-line.ts";
import { deliveryPriceText, isOpenHold, PAYMENT_COLUMNS } from "./order-money.ts";

/** Order as shown in lists. */
export type Order = ReturnType<typeof toOrder>;

export type OrderWithLines = ReturnType<typeof toOrderWithLines>;

/** Reason for a cancellation: requested, unpaid, sold out meanwhile, canceled before payment, or not picked up. */
export type CancelReason = NonNullable<OrderWithLines["cancelReason"]>;

export const ORDER_COLUMNS =
  `id, order_number, total, discount, tax_amount, status, created_at, paid_at, delivery_type, delivery_address, delivery_cost, delivery_phone_number, delivery_included, window_starts_at, window_ends_at, customer_name, paid_amount, ${FEE_COLUMNS}, ${PAY_IN_STORE_COLUMNS}` as const;

export const ORDER_WITH_LINES_COLUMNS =
  `${ORDER_COLUMNS}, failure_message, payment_intent_id, holds_payment, refunded_amount, cancel_reason, language, substitution_preference, note, delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, order_items(${LINE_COLUMNS}), payments(${PAYMENT_COLUMNS})` as const;

export type OrderRow = SelectedRow<"orders", typeof ORDER_COLUMNS> & { profiles?: { name: string | null } | null };

export type OrderWithLinesRow = SelectedRow<"orders", typeof ORDER_WITH_LINES_COLUMNS>;

export function toOrder(row: OrderRow) {
  return {
    id: row.id,
    /** Order number, from 1001. */
    number: row.order_number,
    totalCents: centsFrom(row.total),
    /** Discount of a code; 0 without one. */
    discountCents: centsFrom(row.discount),
    /** Sales tax included in the total; 0 if none is charged. */
    taxCents: centsFrom(row.tax_amount),
    status: row.status,
    /** ISO 8601 */
    placedAt: row.created_at,
    /** ISO 8601; null if it was never paid. */
    paidAt: row.paid_at,
    deliveryType: row.delivery_type,
    deliveryAddress: row.delivery_address,
    deliveryPhoneNumber: row.delivery_phone_number,
    deliveryCostCents: centsFrom(row.delivery_cost),
    /** False for a delivery below the minimum; the team then contacts the customer. */
    isDeliveryIncluded: row.delivery_included,
    /** Delivery fee agreed after the order; null without one. */
    deliveryFee: feeFromRow(row.delivery_fees),
    // Orders of the point of sale store the customer's name in the order itself.
    customerName: row.profiles?.name?.trim() || row.customer_name.trim() || null,
    /** Pickup or delivery window; null without one. */
    window: windowFrom(row),
    /** Time until which an unpaid order that is paid in the store is held; null for all others. */
    payInStore: payInStoreFromRow(row.pay_in_store_orders),
    /** Amount paid or held for the order and its delivery, less the part of a hold that was not charged. */
    paidCents: centsFrom(row.paid_amount),
  };
}

export function toOrderWithLines(row: OrderWithLinesRow) {
  return {
    ...toOrder(row),
    lines: row.order_items
      .toSorted((one, other) => one.id - other.id)
      .map((line) => toOrderLine({ ...line, product_path: linePath(line) })),
    /** Payment provider's message about the last failed payment. */
    failureMessage: row.failure_message,
    hasPaymentIntent: row.payment_intent_id !== null,
    /** Whether a card is only authorized for it, if its time is close enough. */
    holdsPayment: row.holds_payment,
    /** Held on the card and not charged yet. */
    heldCents: row.payments
      .filter((payment) => payment.purpose === "order" && isOpenHold(payment))
      .reduce((sum, payment) => sum + payment.amount_cents, 0),
    /** Whether the card was only authorized at first, or still is. */
    wasHeld: row.payments.some(({ purpose, held_until }) => purpose === "order" && held_until !== null),
    /** Refunded part of what was paid. */
    refundedCents: centsFrom(row.refunded_amount),
    cancelReason: row.cancel_reason,
    /** Substitution preference; null if not stated. */
    preference: row.substitution_preference,
    /** Customer's note to the packer; may be empty. */
    note: row.note,
    /** Two-letter language code of the page on which the order was placed. */
    language: row.language,
    /** Parts of the delivery address and the note to the driver; empty if not given. */
    deliveryPlace: {
      street: row.delivery_street,
      unit: row.delivery_unit,
      city: row.delivery_city,
      zip: row.delivery_zip,
      driverNote: row.driver_note,
    },
  };
}

export function windowFrom(row: { window_starts_at: string | null; window_ends_at: string | null }): TimeWindow | null {
  const { window_starts_at: startsAt, window_ends_at: endsAt } = row;
  // The server's list contains no times.
  return startsAt && endsAt ? { startsAt, endsAt } : null;
}

/** How long before its time an order's payment can be held, like `private.is_hold_possible`. */
const MAX_HOLD_MS = 5 * 24 * 60 * 60 * 1000;

/** Returns whether the card is only held when the order is paid now, or else charged at once. */
export function isHoldPossible({ holdsPayment, window }: Pick<OrderWithLines, "holdsPayment" | "window">): boolean {
  return holdsPayment && (window === null || Date.parse(window.startsAt) <= Date.now() + MAX_HOLD_MS);
}

/** Returns about what an order costs once it is weighed: its total with the expected weights. */
export function expectedTotalCents({ totalCents, lines }: Pick<OrderWithLines, "totalCents" | "lines">): number {
  const lessCents = lines.reduce((sum, line) => {
    const { weight, quantity, unitPriceCents, discountCents, taxCents } = line;
    if (!weight || unitPriceCents === 0) return sum;
    const maxCents = unitPriceCents * quantity;
    const less = quantity * (weight.maxEachCents - aboutCents(weight.perPoundCents, weight.poundsEach));
    return sum + (less * (maxCents - discountCents + taxCents)) / maxCents;
  }, 0);
  return Math.round(totalCents - lessCents);
}

type OrderAmounts = Pick<
  Order,
  | "totalCents"
  | "paidCents"
  | "deliveryType"
  | "deliveryCostCents"
  | "isDeliveryIncluded"
  | "deliveryFee"
  | "discountCents"
  | "taxCents"
> & { lines?: readonly Pick<OrderLine, "weight">[] };

/**
 * Returns the total of an order, including a delivery fee that was paid after it: what was paid of a hold, and without
 * what weighed less.
 */
export function wholeTotalCents(order: OrderAmounts): number {
  return (
    order.totalCents + feePaidCents(order.deliveryFee) - Math.max(notChargedCents(order), weighedLess(order).cents)
  );
}

/** Returns what was held but never charged; 0 until the hold has ended. */
function notChargedCents({ totalCents, paidCents, deliveryFee }: OrderAmounts): number {
  return paidCents > 0 ? Math.max(0, totalCents + feePaidCents(deliveryFee) - paidCents) : 0;
}

/** Returns what final weights take off an order: its discount, its tax, and all of it. */
function weighedLess({ lines = [] }: OrderAmounts): { discountCents: number; taxCents: number; cents: number } {
  const sum = (of: (weight: OrderLineWeight) => number) =>
    lines.reduce((all, { weight }) => all + (weight ? of(weight) : 0), 0);
  return {
    discountCents: sum(({ lessCents, refundCents }) => lessCents - refundCents),
    taxCents: sum(({ taxRefundCents }) => taxRefundCents),
    cents: sum(({ refundCents, taxRefundCents }) => refundCents + taxRefundCents),
  };
}

/** Returns the amounts listed between the products and the total of an order, wherever both are shown. */
export function addedSums(order: OrderAmounts): { name: string; price: string }[] {
  const less = weighedLess(order);
  const discountCents = order.discountCents - less.discountCents;
  const taxCents = order.taxCents - less.taxCents + (order.deliveryFee?.isPaid ? order.deliveryFee.taxCents : 0);
  const elseCents = notChargedCents(order) - less.cents;
  return [
    ...(discountCents > 0 ? [{ name: t("Discount"), price: moneyText(-discountCents) }] : []),
    { name: order.deliveryType === "delivery" ? t("Delivery") : t("Pickup"), price: priceOfDelivery(order) },
    ...(taxCents > 0 ? [{ name: t("Sales tax"), price: moneyText(taxCents) }] : []),
    ...(elseCents > 0 ? [{ name: t("Not charged"), price: moneyText(-elseCents) }] : []),
  ];
}

/** Returns the payment provider's stored message, which is in English; in other languages, a general one. */
export function failureText(message: string | null | undefined): string | null {
  if (!message) return null;
  return currentLocale() === "en" ? message : t("Your card was declined.");
}

/**
 * Returns the text for the price of delivery. An unpaid delivery fee is marked, because it is not part of the total.
 */
function priceOfDelivery(order: Pick<Order, "deliveryCostCents" | "isDeliveryIncluded" | "deliveryFee">): string {
  const { deliveryFee: fee } = order;
  if (!fee) return deliveryPriceText(order);
  if (fee.amountCents === 0) return t("Free");
  return fee.isPaid ? moneyText(fee.amountCents) : t("{price}, to be paid", { price: moneyText(fee.amountCents) });
}
