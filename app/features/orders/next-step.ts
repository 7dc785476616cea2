import { moneyText } from "#app/values/money.ts";
import type { CancelReason } from "./order.ts";
import { failedRefunds, isOnItsWay, type Refund } from "./order-money.ts";
import { type DeliveryType, isCanceled, type OrderStatus } from "./order-status.ts";

const ON_ITS_WAY = "Your money is on its way back to your card.";
const NOT_SENT = "We couldn't send your money back yet. We'll get in touch with you about it.";

export type ShownRefund = Pick<Refund, "id" | "status" | "isCash" | "replacesId" | "amountCents">;

/** Facts that the sentence depends on. */
export interface OrderStanding {
  status: OrderStatus;
  deliveryType: DeliveryType;
  cancelReason: CancelReason | null;
  refunds: readonly ShownRefund[];
  isPaidInStore?: boolean;
}

/** "What happens next" for the customer, including a failed refund that is still owed. */
export function nextStepText(standing: OrderStanding): string {
  const failedCents = failedRefunds(standing.refunds).reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (failedCents === 0 || isCanceled(standing.status)) return stepText(standing);
  return `${stepText(standing)} We couldn't send ${moneyText(failedCents)} back to you yet. We'll get in touch.`;
}

function stepText({ status, deliveryType, cancelReason, refunds, isPaidInStore = false }: OrderStanding): string {
  const isDelivery = deliveryType === "delivery";
  switch (status) {
    case "pending":
      return "Your order waits for its payment. If nobody pays within 24 hours, it is cancelled by itself.";
    case "paid":
      return `We have your payment and prepare your order soon. We write to you when it is ${isDelivery ? "on its way" : "ready for pick-up"}.`;
    case "preparing":
      return `We are packing your order. We write to you when it is ${isDelivery ? "on its way" : "ready for pick-up"}.`;
    case "ready":
      return "Your order is ready. Please pick it up in the store and tell us the order number.";
    case "out_for_delivery":
      return "Your order is on its way to you. Please keep your phone at hand.";
    case "completed":
      return `${isDelivery ? "Your order was delivered." : "You have picked up your order."} Thank you! If something is not right, please call us.`;
    case "cancelled":
      return `${cancelText(cancelReason)} ${isPaidInStore ? storeMoneyText(refunds) : moneyBackText(refunds)}`;
    case "refunded":
      if (isPaidInStore) return "All of your money was given back in the store.";
      return `All of your money was ${howGivenBack(refunds.filter((refund) => refund.status === "succeeded"))}`;
    case "refund_failed":
      return refunds.some(isOnItsWay) ? ON_ITS_WAY : NOT_SENT;
  }
}

function cancelText(reason: CancelReason | null): string {
  if (reason === "sold_out")
    return "Something in this order was sold out before your payment arrived, so it was cancelled.";
  if (reason === "withdrawn")
    return "This order was taken back before it was paid: put back into the cart, or replaced by another one.";
  if (reason === "abandoned") return "Nobody paid this order within 24 hours, so it was cancelled.";
  return "This order was cancelled.";
}

function storeMoneyText(refunds: readonly ShownRefund[]): string {
  return refunds.some(isOnItsWay)
    ? "You paid it in the store, and get your money back there."
    : "Your money was given back in the store.";
}

function moneyBackText(refunds: readonly ShownRefund[]): string {
  if (refunds.some(isOnItsWay)) return ON_ITS_WAY;
  if (failedRefunds(refunds).length > 0) return NOT_SENT;
  const given = refunds.filter((refund) => refund.status === "succeeded");
  return given.length === 0 ? "No money was taken." : `Your money was ${howGivenBack(given)}`;
}

function howGivenBack(given: readonly ShownRefund[]): string {
  const cashCents = given.reduce((sum, refund) => sum + (refund.isCash ? refund.amountCents : 0), 0);
  if (cashCents > 0 && given.every(({ isCash }) => isCash)) return "given back in cash.";
  const inCash = cashCents > 0 ? ` ${moneyText(cashCents)} of it was given back in cash.` : "";
  return `sent back. Your bank may take a few days to show it.${inCash}`;
}
