import type { Cart } from "#app/features/cart/cart.ts";
import { saveAddress, savePreference } from "#app/features/saved-details/saved-details.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/**
 * Saves the substitution preference and delivery address of an order for the next one.
 * @throws when they cannot be saved
 */
export async function savePreferences(data: BrowserData, cart: Cart): Promise<void> {
  if (cart.preference) await savePreference(data, cart.preference);
  if (cart.deliveryOption === "pickup") return;
  await saveAddress(data, {
    street: cart.deliveryAddress.trim(),
    unit: cart.deliveryUnit.trim(),
    city: cart.deliveryCity.trim(),
    postalCode: cart.deliveryZip.trim(),
    instructions: cart.driverNote,
    phone: cart.deliveryPhoneNumber,
  });
}
