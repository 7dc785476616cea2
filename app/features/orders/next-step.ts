import { t } from "#app/messages/t.ts";
import { moneyText } from "#app/values/money.ts";
import type { CancelReason } from "./order.ts";
import { failedRefunds, isOnItsWay, type Refund } from "./order-money.ts";
import { type DeliveryType, isCanceled, type OrderStatus } from "./order-status.ts";

const notChargedText = () => t("You were not charged. Your bank may take a few days to end the hold on your card.");
const onItsWayText = () => t("Your refund is on its way to your card.");
const notSentText = () => t("We couldn't send your refund yet. We'll contact you about it.");

export type ShownRefund = Pick<Refund, "id" | "status" | "isCash" | "isRelease" | "replacesId" | "amountCents">;

/** Order data that determines the "What happens next" sentence. */
export interface OrderStanding {
  status: OrderStatus;
  deliveryType: DeliveryType;
  cancelReason: CancelReason | null;
  refunds: readonly ShownRefund[];
  isPaidInStore: boolean;
  /** Whether the card is authorized but not charged yet. */
  isHeld: boolean;
  /** Stops left for the driver before this order; null if unknown. */
  stopsBefore: number | null;
  /** Text about an unpaid order that is paid in the store; null for all others. */
  payInStoreText: string | null;
}

/** Returns the "What happens next" text for the customer, including a failed refund that is still owed. */
export function nextStepText(standing: OrderStanding): string {
  const failedCents = failedRefunds(standing.refunds).reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (failedCents === 0 || isCanceled(standing.status)) return stepText(standing);
  const failed = t("We couldn't refund {price} yet. We'll contact you.", { price: moneyText(failedCents) });
  return `${stepText(standing)} ${failed}`;
}

function stepText({
  status,
  deliveryType,
  cancelReason,
  refunds,
  isPaidInStore,
  isHeld,
  stopsBefore,
  payInStoreText,
}: OrderStanding): string {
  const isDelivery = deliveryType === "delivery";
  switch (status) {
    case "pending":
      return payInStoreText ?? t("Waiting for payment. We cancel unpaid orders after 24 hours.");
    case "paid":
      return `${paidText(isHeld)} ${notificationText(isDelivery)}`;
    case "preparing":
      return `${t("We are packing your order.")} ${notificationText(isDelivery)}`;
    case "ready":
      return t("Your order is ready. Pick it up in the store and tell us the order number.");
    case "out_for_delivery":
      return [t("Your order is on its way."), ...stopsTexts(stopsBefore), t("Keep your phone nearby.")].join(" ");
    case "completed":
      return isDelivery
        ? t("Your order was delivered. Thank you. If something is wrong, call us.")
        : t("You picked up your order. Thank you. If something is wrong, call us.");
    case "cancelled":
      return `${cancelText(cancelReason)} ${isPaidInStore ? storeMoneyText(refunds) : moneyBackText(refunds)}`;
    case "refunded":
      if (isPaidInStore) return t("We refunded your full payment in the store.");
      return fullRefundText(refunds.filter((refund) => refund.status === "succeeded"));
    case "refund_failed":
      return refunds.some(isOnItsWay) ? onItsWayText() : notSentText();
  }
}

function paidText(isHeld: boolean): string {
  return isHeld
    ? t("Your card is authorized, and we will prepare your order soon.")
    : t("We received your payment and will prepare your order soon.");
}

function notificationText(isDelivery: boolean): string {
  return isDelivery
    ? t("We'll write to you when it is on its way.")
    : t("We'll write to you when it is ready for pickup.");
}

function stopsTexts(stopsBefore: number | null): string[] {
  if (stopsBefore === null) return [];
  if (stopsBefore === 0) return [t("You are the driver's next stop.")];
  return [
    t("{count, plural, one {The driver has # stop before yours.} other {The driver has # stops before yours.}}", {
      count: stopsBefore,
    }),
  ];
}

function cancelText(reason: CancelReason | null): string {
  if (reason === "sold_out") return t("An item sold out before your payment arrived, so we canceled this order.");
  if (reason === "withdrawn") return t("This order was moved back to your cart or replaced before payment.");
  if (reason === "abandoned") return t("This order was not paid within 24 hours, so we canceled it.");
  if (reason === "no_show") return t("This order was not picked up in time, so we canceled it.");
  return t("This order was canceled.");
}

function storeMoneyText(refunds: readonly ShownRefund[]): string {
  return refunds.some(isOnItsWay)
    ? t("You paid in the store and get your refund there.")
    : t("We refunded your money in the store.");
}

function moneyBackText(refunds: readonly ShownRefund[]): string {
  if (refunds.some((refund) => isOnItsWay(refund) && !refund.isRelease)) return onItsWayText();
  if (failedRefunds(refunds).length > 0) return notSentText();
  if (refunds.some(({ isRelease, status }) => isRelease && status !== "failed")) return notChargedText();
  const given = refunds.filter((refund) => refund.status === "succeeded");
  return given.length === 0 ? t("You were not charged.") : givenBackText(given, "payment");
}

function fullRefundText(given: readonly ShownRefund[]): string {
  const released = given.filter(({ isRelease }) => isRelease);
  if (released.length === 0) return givenBackText(given, "full");
  if (released.length === given.length) return notChargedText();
  return givenBackText(
    given.filter(({ isRelease }) => !isRelease),
    "charged",
  );
}

/** @param what was refunded: the payment, the full payment, or everything that was charged */
function givenBackText(given: readonly ShownRefund[], what: "payment" | "full" | "charged"): string {
  const cashCents = given.reduce((sum, refund) => sum + (refund.isCash ? refund.amountCents : 0), 0);
  if (cashCents > 0 && given.every(({ isCash }) => isCash)) {
    return t(
      "{what, select, full {Your full payment was refunded in cash.} charged {Everything you were charged was refunded in cash.} other {Your payment was refunded in cash.}}",
      { what },
    );
  }
  const texts = [
    t(
      "{what, select, full {Your full payment was refunded.} charged {Everything you were charged was refunded.} other {Your payment was refunded.}}",
      { what },
    ),
    t("Your bank may take a few days to show it."),
    ...(cashCents > 0 ? [t("{price} of it was refunded in cash.", { price: moneyText(cashCents) })] : []),
  ];
  return texts.join(" ");
}

export const NEXT_STEP_ID = "next-step";

/**
 * Moves the focus to "What happens next" after a command whose button has disappeared. Call it once the page shows
 * the change.
 */
export function focusNextStep(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById(NEXT_STEP_ID)?.focus();
}
