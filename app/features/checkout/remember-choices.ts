import type { Cart } from "#app/features/cart/cart.ts";
import { keepAddress, keepWish } from "#app/features/saved-details/saved-details.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/** What an order told of the person is kept in the account, for the next one. @throws when it cannot be kept */
export async function rememberChoices(data: BrowserData, cart: Cart): Promise<void> {
  if (cart.wish) await keepWish(data, cart.wish);
  if (cart.deliveryOption === "pickup") return;
  await keepAddress(data, {
    street: cart.deliveryAddress.trim(),
    unit: cart.deliveryUnit.trim(),
    city: cart.deliveryCity.trim(),
    postalCode: cart.deliveryZip.trim(),
    instructions: cart.driverNote,
    phone: cart.deliveryPhoneNumber,
  });
}
