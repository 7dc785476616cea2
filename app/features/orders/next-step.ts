import type { CancelReason } from "./order.ts";
import { isOnItsWay, type Refund } from "./order-money.ts";
import type { DeliveryType, OrderStatus } from "./order-status.ts";

/** What the sentence depends on. */
export interface OrderStanding {
  status: OrderStatus;
  deliveryType: DeliveryType;
  cancelReason: CancelReason | null;
  refunds: readonly Pick<Refund, "status">[];
  isPaidInStore?: boolean;
}

/** "What happens next", told to the customer. */
export function nextStepText({
  status,
  deliveryType,
  cancelReason,
  refunds,
  isPaidInStore = false,
}: OrderStanding): string {
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
      return "All of your money was sent back. Your bank may take a few days to show it.";
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

function storeMoneyText(refunds: readonly Pick<Refund, "status">[]): string {
  return refunds.some(isOnItsWay)
    ? "You paid it in the store, and get your money back there."
    : "Your money was given back in the store.";
}

function moneyBackText(refunds: readonly Pick<Refund, "status">[]): string {
  if (refunds.some(isOnItsWay)) return "Your money is on its way back to your card.";
  if (refunds.some((refund) => refund.status === "succeeded"))
    return "Your money was sent back. Your bank may take a few days to show it.";
  if (refunds.length > 0)
    return "Your money could not be sent back yet. The shop knows and will get in touch.";
  return "No money was taken.";
}
