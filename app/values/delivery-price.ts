import { moneyText } from "./money.ts";

/** What a delivery costs, in words where there is no price to pay: the same in cart, order, receipt and mails. */
export function deliveryPriceText(delivery: {
  deliveryCostCents: number;
  /** False: the team gets in touch about it. */
  isDeliveryIncluded: boolean;
}): string {
  if (delivery.deliveryCostCents > 0) return moneyText(delivery.deliveryCostCents);
  return delivery.isDeliveryIncluded ? "Free" : "Not included";
}
