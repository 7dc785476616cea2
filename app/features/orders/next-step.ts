import { moneyText } from "#app/values/money.ts";
import type { CancelReason } from "./order.ts";
import { failedRefunds, isOnItsWay, type Refund } from "./order-money.ts";
import { type DeliveryType, isCanceled, type OrderStatus } from "./order-status.ts";

const NOT_CHARGED = "You were not charged. Your bank may take a few days to end the hold on your card.";
const ON_ITS_WAY = "Your refund is on its way to your card.";
const NOT_SENT = "We couldn't send your refund yet. We'll contact you about it.";

export type ShownRefund = Pick<Refund, "id" | "status" | "isCash" | "isRelease" | "replacesId" | "amountCents">;

/** Facts that the sentence depends on. */
export interface OrderStanding {
  status: OrderStatus;
  deliveryType: DeliveryType;
  cancelReason: CancelReason | null;
  refunds: readonly ShownRefund[];
  isPaidInStore?: boolean;
  /** The card is only authorized so far. */
  isHeld?: boolean;
  /** Stops that the driver has left before this one; null if unknown. */
  stopsBefore?: number | null;
  /** Text about an unpaid order that is paid in the store; null for all others. */
  payInStoreText?: string | null;
}

/** "What happens next" for the customer, including a failed refund that is still owed. */
export function nextStepText(standing: OrderStanding): string {
  const failedCents = failedRefunds(standing.refunds).reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (failedCents === 0 || isCanceled(standing.status)) return stepText(standing);
  return `${stepText(standing)} We couldn't refund ${moneyText(failedCents)} yet. We'll contact you.`;
}

function stepText({
  status,
  deliveryType,
  cancelReason,
  refunds,
  isPaidInStore = false,
  isHeld = false,
  stopsBefore = null,
  payInStoreText = null,
}: OrderStanding): string {
  const isDelivery = deliveryType === "delivery";
  switch (status) {
    case "pending":
      return payInStoreText ?? "Waiting for payment. We cancel unpaid orders after 24 hours.";
    case "paid":
      return `${isHeld ? "Your card is authorized, and we" : "We received your payment and"} will prepare your order soon. We'll write to you when it is ${isDelivery ? "on its way" : "ready for pickup"}.`;
    case "preparing":
      return `We are packing your order. We'll write to you when it is ${isDelivery ? "on its way" : "ready for pickup"}.`;
    case "ready":
      return "Your order is ready. Pick it up in the store and tell us the order number.";
    case "out_for_delivery":
      return `Your order is on its way. ${stopsText(stopsBefore)}Keep your phone nearby.`;
    case "completed":
      return `${isDelivery ? "Your order was delivered." : "You picked up your order."} Thank you. If something is wrong, call us.`;
    case "cancelled":
      return `${cancelText(cancelReason)} ${isPaidInStore ? storeMoneyText(refunds) : moneyBackText(refunds)}`;
    case "refunded":
      if (isPaidInStore) return "We refunded your full payment in the store.";
      return fullRefundText(refunds.filter((refund) => refund.status === "succeeded"));
    case "refund_failed":
      return refunds.some(isOnItsWay) ? ON_ITS_WAY : NOT_SENT;
  }
}

function stopsText(stopsBefore: number | null): string {
  if (stopsBefore === null) return "";
  if (stopsBefore === 0) return "You are the driver's next stop. ";
  return `The driver has ${stopsBefore} ${stopsBefore === 1 ? "stop" : "stops"} before yours. `;
}

function cancelText(reason: CancelReason | null): string {
  if (reason === "sold_out") return "An item sold out before your payment arrived, so we canceled this order.";
  if (reason === "withdrawn") return "This order was moved back to your cart or replaced before payment.";
  if (reason === "abandoned") return "This order was not paid within 24 hours, so we canceled it.";
  if (reason === "no_show") return "This order was not picked up in time, so we canceled it.";
  return "This order was canceled.";
}

function storeMoneyText(refunds: readonly ShownRefund[]): string {
  return refunds.some(isOnItsWay)
    ? "You paid in the store and get your refund there."
    : "We refunded your money in the store.";
}

function moneyBackText(refunds: readonly ShownRefund[]): string {
  if (refunds.some((refund) => isOnItsWay(refund) && !refund.isRelease)) return ON_ITS_WAY;
  if (failedRefunds(refunds).length > 0) return NOT_SENT;
  if (refunds.some(({ isRelease, status }) => isRelease && status !== "failed")) return NOT_CHARGED;
  const given = refunds.filter((refund) => refund.status === "succeeded");
  return given.length === 0 ? "You were not charged." : `Your payment was ${howGivenBack(given)}`;
}

function fullRefundText(given: readonly ShownRefund[]): string {
  const released = given.filter(({ isRelease }) => isRelease);
  if (released.length === 0) return `Your full payment was ${howGivenBack(given)}`;
  if (released.length === given.length) return NOT_CHARGED;
  return `Everything you were charged was ${howGivenBack(given.filter(({ isRelease }) => !isRelease))}`;
}

function howGivenBack(given: readonly ShownRefund[]): string {
  const cashCents = given.reduce((sum, refund) => sum + (refund.isCash ? refund.amountCents : 0), 0);
  if (cashCents > 0 && given.every(({ isCash }) => isCash)) return "refunded in cash.";
  const inCash = cashCents > 0 ? ` ${moneyText(cashCents)} of it was refunded in cash.` : "";
  return `refunded. Your bank may take a few days to show it.${inCash}`;
}
