import { addressText } from "#app/features/saved-details/saved-address.ts";
import { keepAddress, keepWish, listSavedAddresses } from "#app/features/saved-details/saved-details.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { Cart } from "./cart.ts";

/** What an order told of the person is kept in the account, for the next one. @throws when it cannot be kept */
export async function rememberChoices(data: BrowserData, cart: Cart): Promise<void> {
  if (cart.wish) await keepWish(data, cart.wish);
  if (cart.deliveryOption === "pickup") return;
  const text = cart.deliveryAddress.trim();
  const phone = cart.deliveryPhoneNumber;
  const known = (await listSavedAddresses(data)).find((address) => addressText(address) === text);
  const { street, unit, city, postalCode, instructions } = known ?? {
    street: text,
    unit: "",
    city: "",
    postalCode: "",
    instructions: "",
  };
  await keepAddress(data, { street, unit, city, postalCode, instructions, phone });
}
