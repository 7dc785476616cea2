import { t } from "#app/messages/t.ts";
import { moneyText, priceWords } from "#app/values/money.ts";
import type { StoreSettings } from "./store-settings.ts";
import { zoneTermsText } from "./zone-terms.ts";

/** Returns the delivery terms for the home page. */
export function homeDeliveryText(settings: StoreSettings): string {
  return deliveryText(settings, settings.freeDeliveryMilesHome);
}

/** Returns the delivery terms for the cart and the order summary. */
export function cartDeliveryText(settings: StoreSettings): string {
  return deliveryText(settings, settings.freeDeliveryMilesCart);
}

/** Returns the sentence with the phone number to call about delivery. */
export function callUsText(settings: StoreSettings): string {
  return settings.deliverySummary || !hasFreeRadius(settings)
    ? t("Questions about delivery? Call us at {phone}.", { phone: settings.phone })
    : t("For orders below {minimum}, call us at {phone} about delivery.", {
        minimum: minimumText(settings),
        phone: settings.phone,
      });
}

/** Returns the note for orders whose delivery fee is set later, in the cart and the order summary. */
export function deliveryNotIncludedText(settings: StoreSettings, totalCents: number): string {
  const { phone } = settings;
  // If delivery is not included for another reason, such as the address, the minimum is irrelevant.
  return isDeliveryIncluded(settings, totalCents) || !hasFreeRadius(settings)
    ? t("Delivery is not included. Our team will contact you about it, or call us at {phone}.", { phone })
    : t(
        "Delivery is not included for orders below {minimum}. Our team will contact you about it, or call us at {phone}.",
        { minimum: minimumText(settings), phone },
      );
}

/** Returns the same note for the summary of a pickup, about which nobody is contacted; null without free delivery. */
export function pickupNoteText(settings: StoreSettings): string | null {
  return hasFreeRadius(settings)
    ? t("Delivery is not included for orders below {minimum}.", { minimum: minimumText(settings) })
    : null;
}

/**
 * Returns whether delivery is included at this product total, in cents. With zones, always true, because they state
 * their own fees.
 */
export function isDeliveryIncluded(settings: StoreSettings, totalCents: number): boolean {
  return (
    settings.deliverySummary !== null || (hasFreeRadius(settings) && totalCents >= settings.freeDeliveryMinimumCents)
  );
}

/** Returns whether a store without zones delivers for free at all; a radius of 0 miles means that it does not. */
function hasFreeRadius({ freeDeliveryMilesHome, freeDeliveryMilesCart }: StoreSettings): boolean {
  return freeDeliveryMilesHome > 0 || freeDeliveryMilesCart > 0;
}

/** Returns the product total from which delivery is free for every ZIP code; null if it differs between them. */
export function generalMinimumCents(settings: StoreSettings) {
  const zones = settings.deliverySummary;
  if (zones === null) return hasFreeRadius(settings) ? settings.freeDeliveryMinimumCents : null;
  const isGeneral = zones.isAlwaysFreeFrom && zones.lowestFeeCents !== 0;
  return isGeneral && zones.lowestFreeFromCents === zones.highestFreeFromCents ? zones.lowestFreeFromCents : null;
}

/** Returns the text about a cart's progress toward free delivery. */
export function freeDeliveryProgressText(minimumCents: number, totalCents: number): string {
  return totalCents >= minimumCents
    ? t("You have reached the minimum for free delivery.")
    : t("{amount} more for free delivery", { amount: moneyText(minimumCents - totalCents) });
}

function deliveryText(settings: StoreSettings, miles: number): string {
  if (settings.deliverySummary) return zoneTermsText(settings.deliverySummary);
  return miles === 0
    ? t("We agree on the fee with you before we deliver.")
    : t("Free delivery on orders of {minimum} or more within {miles} miles.", {
        minimum: minimumText(settings),
        miles,
      });
}

function minimumText(settings: StoreSettings): string {
  return priceWords(settings.freeDeliveryMinimumCents);
}

/** Returns the title of the delivery terms: "Free Delivery", unless no zone ever delivers for free. */
export function deliveryTitle(settings: StoreSettings): string {
  const { deliverySummary: zones } = settings;
  const isFree =
    zones === null ? hasFreeRadius(settings) : zones.lowestFeeCents === 0 || zones.lowestFreeFromCents !== null;
  return isFree ? t("Free Delivery") : t("Delivery");
}
