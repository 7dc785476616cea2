import { fillInPreference, getCartId, getCartView, handCartToAccount } from "#app/features/cart/cart-store.ts";
import type { SavedCart } from "#app/features/cart/saved-cart.ts";
import { findSavedCart } from "#app/features/cart/saved-cart-queries.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { findUnpaidOrder } from "#app/features/orders/order-queries.ts";
import type { SavedAddress } from "#app/features/saved-details/saved-address.ts";
import { findSavedPreference, listSavedAddresses } from "#app/features/saved-details/saved-details.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { isInCart } from "./refill-cart.ts";

/** Saved data of a logged-in customer that the cart page uses. */
export interface SavedPreferences {
  unpaidOrder: OrderWithLines | null;
  savedCart: SavedCart | null;
  /** The last used first. */
  savedAddresses: readonly SavedAddress[];
}

/** Data that cannot be read is left out of the cart page; proceeding still finds an unpaid order. */
export async function findPreferences(userId: string): Promise<SavedPreferences> {
  const data = getBrowserData();
  // From here on, products added before the login are saved in the account.
  handCartToAccount();
  const [unpaidOrder, savedCart, savedAddresses, preference] = await Promise.all([
    findUnpaidOrder(data, userId).catch(logError),
    findSavedCart(data, getCartId(), getCartView().cart, new Date()).catch(logError),
    listSavedAddresses(data).catch(logError),
    findSavedPreference(data).catch(logError),
  ]);
  if (preference) fillInPreference(preference);
  // Offers the unpaid order only once, not also as a saved cart.
  const isOrdered = unpaidOrder !== null && savedCart !== null && isInCart(unpaidOrder, savedCart.items);
  return { unpaidOrder, savedCart: isOrdered ? null : savedCart, savedAddresses: savedAddresses ?? [] };
}

function logError(error: unknown): null {
  console.error(error);
  return null;
}
