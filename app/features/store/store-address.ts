import type { StoreSettings } from "./store-settings.ts";

export function addressLine(settings: StoreSettings): string {
  return `${settings.street}, ${settings.city}, ${settings.state} ${settings.postalCode}`;
}

/** Returns the URL of a maps service with directions to the store. */
export function directionsAddress(settings: StoreSettings): string {
  const destination = `${settings.latitude},${settings.longitude}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`;
}
