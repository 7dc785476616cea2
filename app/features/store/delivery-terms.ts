import { t } from "#app/messages/t.ts";
import { cartDeliveryText, deliveryNotIncludedText, isDeliveryIncluded } from "./free-delivery.ts";
import type { StoreSettings } from "./store-settings.ts";

/**
 * Returns the delivery terms of products worth that many cents. Without zones, from the minimum on, the ZIP code
 * decides; the note that delivery is not included belongs to less, and to places outside.
 * @param isOutside whether the address is known to be outside
 * @param needsZip whether the ZIP code of a delivery is still unknown
 */
export function deliveryTermsText(
  settings: StoreSettings,
  productsCents: number,
  { isOutside, needsZip }: { isOutside: boolean; needsZip: boolean },
): string {
  const isIncluded = isDeliveryIncluded(settings, productsCents);
  if (settings.deliverySummary === null && isIncluded && needsZip) {
    return t("Delivery is free within {miles} miles. Your ZIP code decides.", {
      miles: settings.freeDeliveryMilesCart,
    });
  }
  const terms = cartDeliveryText(settings);
  return isIncluded && !isOutside ? terms : `${terms} ${deliveryNotIncludedText(settings, productsCents)}`;
}
