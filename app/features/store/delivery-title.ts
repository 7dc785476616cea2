import { t } from "#app/messages/t.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Returns the title of the delivery terms: "Free Delivery", unless no zone ever delivers for free. */
export function deliveryTitle({ deliverySummary: zones }: StoreSettings): string {
  const isFree = zones === null || zones.lowestFeeCents === 0 || zones.lowestFreeFromCents !== null;
  return isFree ? t("Free Delivery") : t("Delivery");
}
