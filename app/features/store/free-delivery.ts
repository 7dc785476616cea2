import { moneyText, priceWords } from "#app/values/money.ts";
import type { StoreSettings } from "./store-settings.ts";

/** The promise as the home page states it. */
export function homeDeliveryText(settings: StoreSettings): string {
  return `Free delivery on orders of ${minimumText(settings)} or more within ${settings.freeDeliveryMilesHome} miles.`;
}

/** The promise as the cart and the order summary state it. */
export function cartDeliveryText(settings: StoreSettings): string {
  return `Free delivery on orders of ${minimumText(settings)} or more within ${settings.freeDeliveryMilesCart} miles.`;
}

/** For orders under the minimum: the home page asks customers to call. */
export function callUsText(settings: StoreSettings): string {
  return `For orders below ${minimumText(settings)}, call us at ${settings.phone} about delivery.`;
}

/** For orders under the minimum: in the cart and the order summary our team calls. */
export function deliveryNotIncludedText(settings: StoreSettings, totalCents: number): string {
  // If the place prevents delivery, the minimum is irrelevant.
  const small = isDeliveryFree(settings, totalCents) ? "" : ` for orders below ${minimumText(settings)}`;
  return `Delivery is not included${small}. Our team will contact you about it, or call us at ${settings.phone}.`;
}

export function isDeliveryFree(settings: StoreSettings, totalCents: number): boolean {
  return totalCents >= settings.freeDeliveryMinimumCents;
}

/** Returns the progress of a cart toward free delivery. */
export function freeDeliveryProgressText(minimumCents: number, totalCents: number): string {
  return totalCents >= minimumCents
    ? "You have reached the minimum for free delivery."
    : `${moneyText(minimumCents - totalCents)} more for free delivery`;
}

function minimumText(settings: StoreSettings): string {
  return priceWords(settings.freeDeliveryMinimumCents);
}
