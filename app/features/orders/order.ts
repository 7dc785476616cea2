import type { CategoryPrefix } from "#app/features/catalogue/categories.ts";
import { productPath } from "#app/features/catalogue/product.ts";
import { PAY_IN_STORE_COLUMNS, type PayInStore, payInStoreFromRow } from "#app/features/pay-in-store/pay-in-store.ts";
import { t } from "#app/messages/t.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { deliveryPriceText } from "#app/values/delivery-price.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { type LineWeight, lineWeightText } from "#app/values/sold-by-weight.ts";
import type { SubstitutionPreference } from "#app/values/substitution-preference.ts";
import type { Translatable } from "#app/values/untranslated.ts";
import type { TimeWindow } from "#app/values/window-text.ts";
import { type DeliveryFee, FEE_COLUMNS, feeFromRow, feePaidCents } from "./delivery-fee.ts";
import type { DeliveryType, OrderStatus } from "./order-status.ts";
import type { Substitution } from "./substitution.ts";

/** Weight of a weighed line, whose unit price is the maximum that one unit can cost. */
export interface OrderLineWeight extends LineWeight {
  /** Refund without tax for weighing less. */
  refundCents: number;
}

export interface OrderLine extends Translatable {
  /** Id of the line; 0 if not loaded. */
  id: number;
  productId: number;
  /** Path of the product's page; null if it is no longer for sale, or not loaded. */
  path: string | null;
  name: string;
  /** Size with its label at the time of the order; null for a product without sizes. */
  size: { id: number; label: string } | null;
  /** Chosen cut and preparation, which are part of the name; absent without choices. */
  choiceIds?: readonly number[];
  imageUrl: string;
  quantity: number;
  /** Units refunded by line. */
  refundedQuantity: number;
  unitPriceCents: number;
  /** Discount on the whole line. */
  discountCents: number;
  /** Sales tax of the whole line. */
  taxCents: number;
  /** Absent for a product sold by the piece. */
  weight?: OrderLineWeight;
  /** Substitution preference; null if that of the order applies. */
  preference: SubstitutionPreference | null;
  /** Customer's note; may be empty. */
  note: string;
  /** Substitutions; empty if not loaded. */
  changes: readonly Substitution[];
}

/** Order as shown in lists. */
export interface Order {
  id: string;
  /** Order number, from 1001. */
  number: number;
  totalCents: number;
  /** Discount of a code; 0 without one. */
  discountCents: number;
  /** Sales tax included in the total; 0 if none is charged. */
  taxCents: number;
  status: OrderStatus;
  /** ISO 8601 */
  placedAt: string;
  /** ISO 8601; null if it was never paid. */
  paidAt: string | null;
  deliveryType: DeliveryType;
  deliveryAddress: string;
  deliveryPhoneNumber: string;
  deliveryCostCents: number;
  /** False for a delivery below the minimum; the team then contacts the customer. */
  isDeliveryIncluded: boolean;
  /** Delivery fee agreed after the order; null without one. */
  deliveryFee: DeliveryFee | null;
  customerName: string | null;
  /** Pickup or delivery window; null without one. */
  window: TimeWindow | null;
  /** Time until which an unpaid order that is paid in the store is held; null for all others. */
  payInStore: PayInStore | null;
}

export interface OrderWithLines extends Order {
  lines: OrderLine[];
  /** Payment provider's message about the last failed payment. */
  failureMessage: string | null;
  hasPaymentIntent: boolean;
  /** Amount paid for the order, and the refunded part of it. */
  paidCents: number;
  refundedCents: number;
  cancelReason: CancelReason | null;
  /** Substitution preference; null if not stated. */
  preference: SubstitutionPreference | null;
  /** Customer's note to the packer; may be empty. */
  note: string;
  /** Two-letter language code of the page on which the order was placed. */
  language: string;
  /** Parts of the delivery address and the note to the driver; empty if not given. */
  deliveryPlace: DeliveryPlace;
}

export interface DeliveryPlace {
  street: string;
  unit: string;
  city: string;
  zip: string;
  driverNote: string;
}

/** Reason for a cancellation: requested, unpaid, sold out meanwhile, canceled before payment, or not picked up. */
export type CancelReason = "requested" | "abandoned" | "sold_out" | "withdrawn" | "no_show";

export const ORDER_COLUMNS =
  `id, order_number, total, discount, tax_amount, status, created_at, paid_at, delivery_type, delivery_address, delivery_cost, delivery_phone_number, delivery_included, window_starts_at, window_ends_at, customer_name, ${FEE_COLUMNS}, ${PAY_IN_STORE_COLUMNS}` as const;
/** Columns that the path of a line's product is built from. */
export const LINE_PATH_COLUMNS = "product_id, products(category, archived_at)";
/** Columns of a line sold by weight; the first two are null for a product sold by the piece. */
export const WEIGHT_COLUMNS = "pounds_each, price_per_pound, packed_pounds, weight_refund";
const LINE_COLUMNS =
  `id, size_id, size_label, choice_ids, product_name, unit_price, quantity, refunded_quantity, discount, tax_amount, ${WEIGHT_COLUMNS}, image_url, substitution_preference, note, ${LINE_PATH_COLUMNS}` as const;
export const ORDER_WITH_LINES_COLUMNS =
  `${ORDER_COLUMNS}, failure_message, payment_intent_id, paid_amount, refunded_amount, cancel_reason, language, substitution_preference, note, delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, order_items(${LINE_COLUMNS})` as const;

export type OrderRow = SelectedRow<"orders", typeof ORDER_COLUMNS> & {
  profiles?: { name: string | null } | null;
};
type OrderLineRow = SelectedRow<"order_items", typeof LINE_COLUMNS>;
export type OrderWithLinesRow = SelectedRow<"orders", typeof ORDER_WITH_LINES_COLUMNS>;

/** Row of a line; the server's list contains only the columns that it displays. */
export type ShownLineRow = Pick<OrderLineRow, "product_name" | "size_label" | "image_url" | "quantity" | "unit_price"> &
  Partial<OrderLineRow> & { product_path: string | null };

/** Returns the path of the product's page; null if it is no longer for sale or hidden from the reader. */
export function linePath(line: {
  product_id: number;
  products: { category: CategoryPrefix; archived_at: string | null } | null;
}): string | null {
  const { product_id: id, products: product } = line;
  return product && product.archived_at === null ? productPath({ id, prefix: product.category }) : null;
}

export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    number: row.order_number,
    totalCents: centsFrom(row.total),
    discountCents: centsFrom(row.discount),
    taxCents: centsFrom(row.tax_amount),
    status: row.status,
    placedAt: row.created_at,
    paidAt: row.paid_at,
    deliveryType: row.delivery_type,
    deliveryAddress: row.delivery_address,
    deliveryPhoneNumber: row.delivery_phone_number,
    deliveryCostCents: centsFrom(row.delivery_cost),
    isDeliveryIncluded: row.delivery_included,
    deliveryFee: feeFromRow(row.delivery_fees),
    // Orders of the point of sale store the customer's name in the order itself.
    customerName: row.profiles?.name?.trim() || row.customer_name.trim() || null,
    window: windowFrom(row),
    payInStore: payInStoreFromRow(row.pay_in_store_orders),
  };
}

export function windowFrom(row: { window_starts_at: string | null; window_ends_at: string | null }): TimeWindow | null {
  const { window_starts_at: startsAt, window_ends_at: endsAt } = row;
  // The server's list contains no times.
  return startsAt && endsAt ? { startsAt, endsAt } : null;
}

export function toOrderLine(row: ShownLineRow): OrderLine {
  return {
    id: row.id ?? 0,
    productId: row.product_id ?? 0,
    path: row.product_path,
    name: row.product_name,
    size: row.size_label === null ? null : { id: row.size_id ?? 0, label: row.size_label },
    ...(row.choice_ids?.length ? { choiceIds: row.choice_ids } : {}),
    imageUrl: row.image_url,
    quantity: row.quantity,
    refundedQuantity: row.refunded_quantity ?? 0,
    unitPriceCents: centsFrom(row.unit_price),
    discountCents: centsFrom(row.discount ?? 0),
    taxCents: centsFrom(row.tax_amount ?? 0),
    ...lineWeightFromRow(row),
    preference: row.substitution_preference ?? null,
    note: row.note ?? "",
    changes: [],
  };
}

/** Returns the weight of a line; an empty object for a product sold by the piece. */
export function lineWeightFromRow(
  row: Partial<Pick<OrderLineRow, "pounds_each" | "price_per_pound" | "packed_pounds" | "weight_refund">>,
): { weight?: OrderLineWeight } {
  const { pounds_each: poundsEach, price_per_pound: perPound } = row;
  if (!poundsEach || perPound === null || perPound === undefined) return {};
  return {
    weight: {
      poundsEach,
      perPoundCents: centsFrom(perPound),
      packedPounds: row.packed_pounds ?? null,
      refundCents: centsFrom(row.weight_refund ?? 0),
    },
  };
}

/** Returns the weight and price of a weighed line, such as "4.62 lb at $9.99/lb: $8.80 less". */
export function weighedText(weight: OrderLineWeight, quantity: number): string {
  const text = lineWeightText(weight, quantity);
  if (weight.refundCents > 0) return t("{text}: {price} less", { text, price: moneyText(weight.refundCents) });
  return weight.packedPounds === null ? t("{text}, you pay what it weighs", { text }) : text;
}

/** Returns the total of the products: unit price times quantity of every line. */
export function productsCents(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
}

/** Returns the total of an order, including a delivery fee that was paid after it. */
export function wholeTotalCents(order: Pick<Order, "totalCents" | "deliveryFee">): number {
  return order.totalCents + feePaidCents(order.deliveryFee);
}

/** Returns the amounts listed between the products and the total of an order, wherever both are shown. */
export function addedSums(
  order: Pick<
    Order,
    "deliveryType" | "deliveryCostCents" | "isDeliveryIncluded" | "deliveryFee" | "discountCents" | "taxCents"
  >,
): { name: string; price: string }[] {
  const taxCents = order.taxCents + (order.deliveryFee?.isPaid ? order.deliveryFee.taxCents : 0);
  return [
    ...(order.discountCents > 0 ? [{ name: t("Discount"), price: moneyText(-order.discountCents) }] : []),
    { name: order.deliveryType === "delivery" ? t("Delivery") : t("Pickup"), price: priceOfDelivery(order) },
    ...(taxCents > 0 ? [{ name: t("Sales tax"), price: moneyText(taxCents) }] : []),
  ];
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
