/** The life of an order; the table `order_status_moves` of the database says the same and decides. */
export const ORDER_STATUSES = [
  "pending",
  "paid",
  "preparing",
  "ready",
  "out_for_delivery",
  "completed",
  "cancelled",
  "refunded",
  "refund_failed",
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type DeliveryType = "pickup" | "delivery";

/** Whose hand makes a move: the owner, an admin, or the shop's server (payment events, the worker). */
export type OrderMover = "customer" | "admin" | "server";

export interface OrderMove {
  from: OrderStatus;
  to: OrderStatus;
  /** The only kind of order that may make the move; null for both. */
  only: DeliveryType | null;
  movedBy: readonly OrderMover[];
}

export const ORDER_MOVES: readonly OrderMove[] = [
  { from: "pending", to: "paid", only: null, movedBy: ["server"] },
  { from: "pending", to: "cancelled", only: null, movedBy: ["customer", "admin", "server"] },
  { from: "paid", to: "preparing", only: null, movedBy: ["admin"] },
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

export function canMove(from: OrderStatus, to: OrderStatus, deliveryType: DeliveryType): boolean {
  return ORDER_MOVES.some(
    (move) => move.from === from && move.to === to && (move.only === null || move.only === deliveryType),
  );
}

/** What this hand may make of the order now, in the order of the table above. */
export function movesOf(
  order: { status: OrderStatus; deliveryType: DeliveryType },
  mover: OrderMover,
): OrderStatus[] {
  return ORDER_MOVES.filter(
    ({ from, only, movedBy }) =>
      from === order.status && (only === null || only === order.deliveryType) && movedBy.includes(mover),
  ).map(({ to }) => to);
}

/** Whether the money of the order has arrived and is with the shop. */
export function isPaidFor(status: OrderStatus): boolean {
  return ["paid", "preparing", "ready", "out_for_delivery", "completed"].includes(status);
}

/** Whether the order ended without a sale: nothing of it is to be paid or prepared. */
export function isCalledOff(status: OrderStatus): boolean {
  return ["cancelled", "refunded", "refund_failed"].includes(status);
}

const LABELS: Record<OrderStatus, string> = {
  pending: "Pending",
  paid: "Paid",
  preparing: "Preparing",
  ready: "Ready for pick-up",
  out_for_delivery: "Out for delivery",
  completed: "Completed",
  cancelled: "Cancelled",
  refunded: "Refunded",
  refund_failed: "Refund failed",
};

export function orderStatusLabel(status: OrderStatus): string {
  return LABELS[status];
}
