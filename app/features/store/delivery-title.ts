import { t } from "#app/messages/t.ts";
import { hasFreeRadius } from "./free-delivery.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Returns the title of the delivery terms: "Free Delivery", unless no zone ever delivers for free. */
export function deliveryTitle(settings: StoreSettings): string {
  const { deliverySummary: zones } = settings;
  const isFree =
    zones === null ? hasFreeRadius(settings) : zones.lowestFeeCents === 0 || zones.lowestFreeFromCents !== null;
  return isFree ? t("Free Delivery") : t("Delivery");
}
