import { t } from "#app/messages/t.ts";
import { moneyText } from "./money.ts";

/** Returns the delivery price, or a text if there is none; the same in cart, order, receipt, and emails. */
export function deliveryPriceText(delivery: {
  deliveryCostCents: number;
  /** False if the team contacts the customer about the delivery. */
  isDeliveryIncluded: boolean;
}): string {
  if (delivery.deliveryCostCents > 0) return moneyText(delivery.deliveryCostCents);
  return delivery.isDeliveryIncluded ? t("Free") : t("Not included");
}
