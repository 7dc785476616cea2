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
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type DeliveryType = "pickup" | "delivery";

export interface OrderMove {
  from: OrderStatus;
  to: OrderStatus;
  /** The only kind of order that may make the move; null for both. */
  only: DeliveryType | null;
}

export const ORDER_MOVES: readonly OrderMove[] = [
  { from: "pending", to: "paid", only: null },
  { from: "pending", to: "cancelled", only: null },
  { from: "paid", to: "preparing", only: null },
  { from: "preparing", to: "ready", only: "pickup" },
  { from: "preparing", to: "out_for_delivery", only: "delivery" },
  { from: "ready", to: "completed", only: null },
  { from: "out_for_delivery", to: "completed", only: null },
  { from: "paid", to: "cancelled", only: null },
  { from: "preparing", to: "cancelled", only: null },
  { from: "cancelled", to: "refunded", only: null },
  { from: "paid", to: "refunded", only: null },
  { from: "preparing", to: "refunded", only: null },
  { from: "ready", to: "refunded", only: null },
  { from: "out_for_delivery", to: "refunded", only: null },
  { from: "completed", to: "refunded", only: null },
];

export function canMove(from: OrderStatus, to: OrderStatus, deliveryType: DeliveryType): boolean {
  return ORDER_MOVES.some(
    (move) => move.from === from && move.to === to && (move.only === null || move.only === deliveryType),
  );
}

/** Whether the money of the order has arrived and is with the shop. */
export function isPaidFor(status: OrderStatus): boolean {
  return ["paid", "preparing", "ready", "out_for_delivery", "completed"].includes(status);
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
};

export function orderStatusLabel(status: OrderStatus): string {
  return LABELS[status];
}
