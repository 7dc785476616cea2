import { getCartId, getCartView, handCartToAccount } from "#app/features/cart/cart-store.ts";
import { chooseDelivery, fillInPreference, isDeliveryOptionChosen } from "#app/features/cart/change-cart.ts";
import { findSavedCart } from "#app/features/cart/saved-cart-queries.ts";
import { findUnpaidOrder } from "#app/features/orders/order-queries.ts";
import { findSavedPreference, listSavedAddresses } from "#app/features/saved-details/saved-details.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readRow } from "#app/platform/reads.ts";
import { readStoredUser } from "#app/platform/stored-session.ts";
import { isInCart, placeOf } from "./refill-cart.ts";
import type { CartCustomer } from "./who-card.tsx";

/** Saved data of a logged-in customer that the cart page uses. */
export type SavedPreferences = Awaited<ReturnType<typeof findPreferences>>;

/** Data that cannot be read is left out of the cart page; proceeding still finds an unpaid order. */
export async function findPreferences(userId: string) {
  const data = getBrowserData();
  // From here on, products added before the login are saved in the account.
  handCartToAccount();
  const [unpaidOrder, savedCart, savedAddresses, preference, lastType, customer] = await Promise.all([
    findUnpaidOrder(data, userId).catch(logError),
    findSavedCart(data, getCartId(), getCartView().cart, new Date()).catch(logError),
    listSavedAddresses(data).catch(logError),
    findSavedPreference(data).catch(logError),
    findLastDeliveryType(data, userId).catch(logError),
    findCustomer(data, userId).catch(logError),
  ]);
  if (preference) fillInPreference(preference);
  const lastAddress = lastType === "delivery" ? savedAddresses?.[0] : undefined;
  if (lastAddress && !isDeliveryOptionChosen() && getCartView().cart.items.length > 0) {
    chooseDelivery("delivery", placeOf(lastAddress));
  }
  // Offers the unpaid order only once, not also as a saved cart.
  const isOrdered = unpaidOrder !== null && savedCart !== null && isInCart(unpaidOrder, savedCart.items);
  return {
    unpaidOrder,
    savedCart: isOrdered ? null : savedCart,
    /** The last used first. */
    savedAddresses: savedAddresses ?? [],
    /** Null for a guest, and if the account cannot be read. */
    customer,
  };
}

async function findCustomer(data: BrowserData, userId: string): Promise<CartCustomer> {
  const profile = await readRow(["name", userId], () =>
    data.rest.from("profiles").select("name").eq("id", userId).maybeSingle(),
  );
  return { name: profile?.name ?? "", email: readStoredUser()?.email ?? "" };
}

async function findLastDeliveryType(data: BrowserData, userId: string) {
  const row = await readRow(["last-delivery-type", userId], () =>
    data.rest
      .from("orders")
      .select("delivery_type")
      .eq("user_id", userId)
      .order("created_at", { ascending: false })
      .limit(1)
      .maybeSingle(),
  );
  return row?.delivery_type ?? null;
}

function logError(error: unknown): null {
  console.error(error);
  return null;
}
