import { t } from "#app/messages/t.ts";
import { type DeliveryType, isCanceled, ORDER_MOVES, type OrderStatus } from "./order-status.ts";

/** Entry of an order's status history. */
export interface OrderStep {
  status: OrderStatus;
  /** ISO 8601 */
  at: string;
  /** Name of the person who made the change, if the reader may see it; null for the server. */
  by: string | null;
}

/**
 * Returns the event as shown to the customer.
 * @param wasHeld whether the card was only authorized when the order counted as paid
 */
export function orderStepText(status: OrderStatus, deliveryType: DeliveryType, wasHeld = false): string {
  const isDelivery = deliveryType === "delivery";
  const texts: Record<OrderStatus, string> = {
    pending: t("Order placed"),
    paid: wasHeld ? t("Card authorized") : t("Payment received"),
    preparing: t("Being prepared"),
    ready: t("Ready for pickup"),
    out_for_delivery: t("Out for delivery"),
    completed: isDelivery ? t("Delivered") : t("Picked up"),
    cancelled: t("Canceled"),
    refunded: t("Refunded", {}, "an order"),
    refund_failed: t("Refund failed"),
  };
  return texts[status];
}

/** Texts for a status that was restored by an undo. */
const againTexts = (): Partial<Record<OrderStatus, string>> => ({
  paid: t("Waiting to be prepared again"),
  preparing: t("Being prepared again"),
  ready: t("Ready for pickup again"),
  out_for_delivery: t("Out for delivery again"),
});

/** Returns the text of each step. A status that was restored by an undo says "again". */
export function orderStepTexts(
  steps: readonly Pick<OrderStep, "status">[],
  deliveryType: DeliveryType,
  wasHeld = false,
): string[] {
  return steps.map(({ status }, place) => {
    const isAgain = steps.slice(0, place).some((earlier) => earlier.status === status);
    // Moving forward again after an undo uses the regular text.
    const isBack = isAgain && place > 0 && comesBefore(status, steps[place - 1]?.status);
    return (isBack ? againTexts()[status] : undefined) ?? orderStepText(status, deliveryType, wasHeld);
  });
}

function comesBefore(status: OrderStatus, other: OrderStatus | undefined): boolean {
  return other !== undefined && ORDER_MOVES.some(({ from, to }) => from === status && to === other);
}

/**
 * Adds the packing steps of an order that was packed before it was paid in the store. Payment copies the packing status
 * to the order at the same moment; those copied steps are left out.
 */
export function withUnpaidSteps(steps: readonly OrderStep[], unpaidSteps: readonly OrderStep[]): OrderStep[] {
  const paid = steps.find(({ status }) => status === "paid");
  const isTakenOver = (step: OrderStep) =>
    step.at === paid?.at && unpaidSteps.some(({ status }) => status === step.status);
  return [
    ...steps.filter(({ status }) => status === "pending"),
    ...unpaidSteps,
    ...steps.filter((step) => step.status !== "pending" && !isTakenOver(step)),
  ];
}

/** Returns the remaining steps, also for an order that was packed before it was paid. */
export function stepsAfter(steps: readonly Pick<OrderStep, "status">[], deliveryType: DeliveryType): OrderStatus[] {
  const last = steps.at(-1)?.status;
  if (!last) return [];
  const place = (status: OrderStatus) => steps.findIndex((step) => step.status === status);
  const isPackedFirst = place("preparing") >= 0 && (place("paid") < 0 || place("preparing") < place("paid"));
  if (!isPackedFirst || (last !== "preparing" && last !== "ready" && last !== "paid")) {
    return stepsToCome(last, deliveryType);
  }
  return (["ready", "paid", "completed"] as const).filter((status) => place(status) < 0);
}

/** Returns the statuses that usually follow until the order is completed, without cancellation. */
export function stepsToCome(status: OrderStatus, deliveryType: DeliveryType): OrderStatus[] {
  const next = ORDER_MOVES.find(
    ({ from, to, only }) => from === status && !isCanceled(to) && (only === null || only === deliveryType),
  );
  return next ? [next.to, ...stepsToCome(next.to, deliveryType)] : [];
}

/** Returns the text of a step that has not happened yet. */
export function stepToComeText(status: OrderStatus, deliveryType: DeliveryType): string {
  if (status === "paid") return t("Payment");
  if (status === "preparing") return t("Preparation");
  if (status === "completed") return deliveryType === "delivery" ? t("Delivery") : t("Pickup");
  return orderStepText(status, deliveryType);
}
