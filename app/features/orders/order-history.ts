import { type DeliveryType, isCanceled, ORDER_MOVES, type OrderStatus } from "./order-status.ts";

/** One step in the life of an order. */
export interface OrderStep {
  status: OrderStatus;
  /** ISO 8601 */
  at: string;
  /** Name of the person, if the reader may see it; null for the server. */
  by: string | null;
}

/**
 * Returns the event in the customer's words.
 * @param wasHeld the card was only authorized when the order counted as paid
 */
export function orderStepText(status: OrderStatus, deliveryType: DeliveryType, wasHeld = false): string {
  const isDelivery = deliveryType === "delivery";
  const texts: Record<OrderStatus, string> = {
    pending: "Order placed",
    paid: wasHeld ? "Card authorized" : "Payment received",
    preparing: "Being prepared",
    ready: "Ready for pickup",
    out_for_delivery: "Out for delivery",
    completed: isDelivery ? "Delivered" : "Picked up",
    cancelled: "Canceled",
    refunded: "Refunded",
    refund_failed: "Refund failed",
  };
  return texts[status];
}

/** Texts for a status that an undo returned to. */
const AGAIN: Partial<Record<OrderStatus, string>> = {
  paid: "Waiting to be prepared again",
  preparing: "Being prepared again",
  ready: "Ready for pickup again",
  out_for_delivery: "Out for delivery again",
};

/** Returns the text of each step; a repeated step says so, because staff undid one. */
export function orderStepTexts(
  steps: readonly Pick<OrderStep, "status">[],
  deliveryType: DeliveryType,
  wasHeld = false,
): string[] {
  return steps.map(({ status }, place) => {
    const isAgain = steps.slice(0, place).some((earlier) => earlier.status === status);
    // Forward once more after a step back is the step itself.
    const isBack = isAgain && place > 0 && comesBefore(status, steps[place - 1]?.status);
    return (isBack ? AGAIN[status] : undefined) ?? orderStepText(status, deliveryType, wasHeld);
  });
}

function comesBefore(status: OrderStatus, other: OrderStatus | undefined): boolean {
  return other !== undefined && ORDER_MOVES.some(({ from, to }) => from === status && to === other);
}

/** The usual way from here to the end, without cancelling: what is still to come. */
export function stepsToCome(status: OrderStatus, deliveryType: DeliveryType): OrderStatus[] {
  const next = ORDER_MOVES.find(
    ({ from, to, only }) => from === status && !isCanceled(to) && (only === null || only === deliveryType),
  );
  return next ? [next.to, ...stepsToCome(next.to, deliveryType)] : [];
}

/** The same steps before they have happened. */
export function stepToComeText(status: OrderStatus, deliveryType: DeliveryType): string {
  if (status === "paid") return "Payment";
  if (status === "preparing") return "Preparation";
  if (status === "completed") return deliveryType === "delivery" ? "Delivery" : "Pickup";
  return orderStepText(status, deliveryType);
}
