import { centsFrom } from "#app/features/catalogue/product.ts";
import type { DeliveryType, OrderStatus } from "./order-status.ts";

export interface OrderLine {
  /** Of the line itself; 0 where it was not asked for. */
  id: number;
  productId: number;
  name: string;
  imageUrl: string;
  quantity: number;
  /** How many of them were given back by line. */
  refundedQuantity: number;
  unitPriceCents: number;
}

/** An order as its lists show it. */
export interface Order {
  id: string;
  totalCents: number;
  status: OrderStatus;
  /** ISO 8601 */
  placedAt: string;
  deliveryType: DeliveryType;
  deliveryAddress: string;
  deliveryPhoneNumber: string;
  deliveryCostCents: number;
  customerName: string | null;
}

export interface OrderWithLines extends Order {
  lines: OrderLine[];
  /** What the provider said of the last failed payment. */
  failureMessage: string | null;
  hasPaymentIntent: boolean;
  /** What was paid for the order, and what of it has been given back. */
  paidCents: number;
  refundedCents: number;
  cancelReason: CancelReason | null;
}

/** Why an order was cancelled: somebody asked, nobody paid, or something was sold out meanwhile. */
export type CancelReason = "requested" | "abandoned" | "sold_out";

export interface OrderRow {
  id: string;
  total: number;
  status: OrderStatus;
  created_at: string;
  delivery_type: DeliveryType;
  delivery_address: string;
  delivery_cost: number;
  delivery_phone_number: string;
  profiles?: { name: string | null } | null;
}

export interface OrderLineRow {
  id: number;
  product_id: number;
  product_name: string;
  image_url: string;
  quantity: number;
  refunded_quantity: number;
  unit_price: number;
}

/** The shop's own server tells only what a list of lines shows. */
export type ShownLineRow = Pick<OrderLineRow, "product_name" | "image_url" | "quantity" | "unit_price"> &
  Partial<OrderLineRow>;

export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    totalCents: centsFrom(row.total),
    status: row.status,
    placedAt: row.created_at,
    deliveryType: row.delivery_type,
    deliveryAddress: row.delivery_address,
    deliveryPhoneNumber: row.delivery_phone_number,
    deliveryCostCents: centsFrom(row.delivery_cost),
    customerName: row.profiles?.name?.trim() || null,
  };
}

export function toOrderLine(row: ShownLineRow): OrderLine {
  return {
    id: row.id ?? 0,
    productId: row.product_id ?? 0,
    name: row.product_name,
    imageUrl: row.image_url,
    quantity: row.quantity,
    refundedQuantity: row.refunded_quantity ?? 0,
    unitPriceCents: centsFrom(row.unit_price),
  };
}

export interface OrderTotals {
  linesCents: number;
  deliveryCostCents: number;
  totalCents: number;
  itemCount: number;
}

/** The summary's sum: unit price times quantity of every line, plus the delivery cost. */
export function orderTotals(lines: readonly OrderLine[], deliveryCostCents: number): OrderTotals {
  const linesCents = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  return {
    linesCents,
    deliveryCostCents,
    totalCents: linesCents + deliveryCostCents,
    itemCount: lines.reduce((sum, line) => sum + line.quantity, 0),
  };
}

/** The first eight signs of the id: what people read out over the counter. */
export function orderNumber(id: string): string {
  return id.slice(0, 8).toUpperCase();
}
