import { t } from "#app/messages/t.ts";
import type { TableRow } from "#app/platform/selected-row.ts";
import { keysOf } from "#app/values/typed-object.ts";

export type OrderStatus = TableRow<"orders">["status"];

/** Properties of a status; the same as the functions `private.is_…` of the database. */
interface StatusProperties {
  /** The customer may still change the time and the substitution preferences. */
  isChangeable?: true;
  /** Waiting to be packed, or being packed. */
  isPackable?: true;
  /** Paid and not yet with the customer; visible to packers. */
  isOpen?: true;
  /** The store has received the money. */
  isPaid?: true;
  /** Ended without a sale. */
  isCanceled?: true;
  /** Column of the order board; absent for none. */
  column?: "to_pack" | "packing" | "waiting" | "done";
}

/**
 * Every status, in the order in which an order passes through them. Type checking fails here if the database adds one.
 */
const STATUSES = {
  pending: { isChangeable: true },
  paid: { isChangeable: true, isPackable: true, isOpen: true, isPaid: true, column: "to_pack" },
  preparing: { isPackable: true, isOpen: true, isPaid: true, column: "packing" },
  ready: { isOpen: true, isPaid: true, column: "waiting" },
  out_for_delivery: { isOpen: true, isPaid: true, column: "waiting" },
  completed: { isPaid: true, column: "done" },
  cancelled: { isCanceled: true },
  refunded: { isCanceled: true },
  refund_failed: { isCanceled: true },
} as const satisfies Record<OrderStatus, StatusProperties>;

export const ORDER_STATUSES = keysOf(STATUSES);
const propertiesOf = (status: OrderStatus): StatusProperties => STATUSES[status];

export const isChangeable = (status: OrderStatus) => propertiesOf(status).isChangeable === true;
export const isPackable = (status: OrderStatus) => propertiesOf(status).isPackable === true;
export const isOpen = (status: OrderStatus) => propertiesOf(status).isOpen === true;
export const isPaid = (status: OrderStatus) => propertiesOf(status).isPaid === true;
export const isCanceled = (status: OrderStatus) => propertiesOf(status).isCanceled === true;
export const columnOfStatus = (status: OrderStatus) => propertiesOf(status).column ?? null;

export function orderStatusLabel(status: OrderStatus): string {
  const labels: Record<OrderStatus, string> = {
    pending: t("Pending"),
    paid: t("Paid", {}, "an order"),
    preparing: t("Preparing"),
    ready: t("Ready for pickup"),
    out_for_delivery: t("Out for delivery"),
    completed: t("Completed"),
    cancelled: t("Canceled"),
    refunded: t("Refunded", {}, "an order"),
    refund_failed: t("Refund failed"),
  };
  return labels[status];
}

export type DeliveryType = "pickup" | "delivery";

/** Actor of a status change; "server" stands for payment events and the worker. */
export type OrderMover = "customer" | "admin" | "server";

export interface OrderMove {
  from: OrderStatus;
  to: OrderStatus;
  /** Delivery type that the change is limited to; null for both. */
  only: DeliveryType | null;
  movedBy: readonly OrderMover[];
}

/** Same list as the table `order_status_moves`, which is authoritative. */
export const ORDER_MOVES: readonly OrderMove[] = [
  { from: "pending", to: "paid", only: null, movedBy: ["server"] },
  { from: "pending", to: "cancelled", only: null, movedBy: ["customer", "admin", "server"] },
  { from: "paid", to: "preparing", only: null, movedBy: ["admin"] },
  { from: "paid", to: "completed", only: "pickup", movedBy: ["server"] },
  { from: "preparing", to: "ready", only: "pickup", movedBy: ["admin"] },
  { from: "preparing", to: "out_for_delivery", only: "delivery", movedBy: ["admin"] },
  { from: "ready", to: "completed", only: null, movedBy: ["admin"] },
  { from: "out_for_delivery", to: "completed", only: null, movedBy: ["admin"] },
  { from: "paid", to: "cancelled", only: null, movedBy: ["customer", "admin", "server"] },
  { from: "preparing", to: "cancelled", only: null, movedBy: ["admin"] },
  { from: "cancelled", to: "refunded", only: null, movedBy: ["server"] },
  { from: "paid", to: "refunded", only: null, movedBy: ["server"] },
  { from: "preparing", to: "refunded", only: null, movedBy: ["server"] },
  { from: "ready", to: "refunded", only: null, movedBy: ["server"] },
  { from: "out_for_delivery", to: "refunded", only: null, movedBy: ["server"] },
  { from: "completed", to: "refunded", only: null, movedBy: ["server"] },
  { from: "cancelled", to: "refund_failed", only: null, movedBy: ["server"] },
  { from: "refunded", to: "refund_failed", only: null, movedBy: ["server"] },
  { from: "refund_failed", to: "refunded", only: null, movedBy: ["server"] },
];

/** Returns the statuses that an actor may move the order to, in the order of the list above. */
export function movesOf(order: { status: OrderStatus; deliveryType: DeliveryType }, mover: OrderMover): OrderStatus[] {
  return ORDER_MOVES.filter(
    ({ from, only, movedBy }) =>
      from === order.status && (only === null || only === order.deliveryType) && movedBy.includes(mover),
  ).map(({ to }) => to);
}
