import { type Cart, orderedItems } from "#app/features/cart/cart.ts";
import type { CurrentProduct } from "#app/features/cart/cart-changes.ts";
import { isCanceled } from "#app/features/orders/order-status.ts";
import { saveAddress, savePreference } from "#app/features/saved-details/saved-details.ts";
import { type BrowserData, getBrowserData, SESSION_ENDED } from "#app/platform/browser-data.ts";
import { randomUuid } from "#app/values/ids.ts";
import { amountFrom, centsFrom } from "#app/values/money.ts";
import { type AmountsRow, amountsFrom, type Quote } from "./amounts.ts";
import { withdrawOrder } from "./cart-order.ts";
import type { InLine } from "./use-line.ts";

export type PlacedOrder =
  | { outcome: "placed"; orderId: string }
  /** The order of this request key was canceled in the meantime; a new key places another order. */
  | { outcome: "ended" }
  | { outcome: "signed-out" }
  /** An earlier order, or the order of this request key, is paid or being paid and must be shown. */
  | { outcome: "earlier-paid"; orderId: string }
  /** Prices have changed, or something is not available as ordered. */
  | { outcome: "changed"; current: CurrentProduct[]; quote: Quote }
  /** The window is no longer available, or none was chosen. */
  | { outcome: "no-window"; message: string }
  /** The store does not deliver to the address, or not an order this small. */
  | { outcome: "undeliverable"; message: string }
  | InLine
  | { outcome: "failed" };

const CHANGED = "PT409";
const NO_WINDOW = "PT410";
const UNDELIVERABLE = "PT422";
const PAYMENT_STARTED = "PT423";
const IN_LINE = "PT429W";
const NOT_ALLOWED = "42501";

/** Returns whether there may be a session; the database decides when the order is placed. */
export async function isSignedIn(): Promise<boolean> {
  return (await getBrowserData().readSession()) !== null;
}

/**
 * Places the order of this cart and replaces an unpaid one. The database computes the price and compares it with
 * `expectedCents`.
 * @param expectedCents the total that the shopper saw
 * @param requestKey repeated requests with the same key return the same order
 * @param ticket ticket of an earlier place in line
 */
export async function placeOrder(
  cart: Cart,
  expectedCents: number,
  requestKey: string,
  ticket: string | null = null,
): Promise<PlacedOrder> {
  const { data, error } = await requestOrder(cart, expectedCents, requestKey, ticket);
  if (!error) {
    const { id: orderId, status } = data;
    if (status === "pending") return { outcome: "placed", orderId };
    return isCanceled(status) ? { outcome: "ended" } : { outcome: "earlier-paid", orderId };
  }
  if (error.code === CHANGED) {
    const { amounts }: { amounts: AmountsRow } = JSON.parse(error.details);
    return { outcome: "changed", current: currentProductsFrom(error.details), quote: amountsFrom(amounts) };
  }
  if (error.code === NO_WINDOW) return { outcome: "no-window", message: error.message };
  if (error.code === UNDELIVERABLE) return { outcome: "undeliverable", message: error.message };
  if (error.code === PAYMENT_STARTED) {
    const { order_id: orderId }: { order_id: string } = JSON.parse(error.details);
    const { outcome } = await withdrawOrder(orderId);
    return outcome === "paid"
      ? { outcome: "earlier-paid", orderId }
      : await placeOrder(cart, expectedCents, requestKey, ticket);
  }
  if (error.code === IN_LINE) {
    const line: Omit<InLine, "outcome"> = JSON.parse(error.details);
    return { outcome: "in-line", ...line };
  }
  if (error.code === NOT_ALLOWED) return { outcome: "signed-out" };
  if (error.code === SESSION_ENDED) {
    // Removes the stored token, which would be taken for a session.
    await getBrowserData().auth.signOut({ scope: "local" });
    return { outcome: "signed-out" };
  }
  console.error(error);
  return { outcome: "failed" };
}

/** Saves the cart's preferences for the next order, without waiting for the result. */
export function savePlacedOrder(cart: Cart): void {
  savePreferences(getBrowserData(), cart).catch((error: unknown) => console.error(error));
}

function requestOrder(cart: Cart, expectedCents: number, requestKey: string, ticket: string | null) {
  const isDelivery = cart.deliveryOption === "delivery";
  const request = getBrowserData().rest.rpc("place_order", {
    items: orderedItems(cart),
    delivery_type: cart.deliveryOption,
    delivery_address: isDelivery ? cart.deliveryAddress.trim() : "",
    delivery_phone_number: isDelivery ? cart.deliveryPhoneNumber.trim() : "",
    delivery_place: isDelivery
      ? {
          street: cart.deliveryAddress.trim(),
          unit: cart.deliveryUnit.trim(),
          city: cart.deliveryCity.trim(),
          zip: cart.deliveryZip.trim(),
          driver_note: cart.driverNote,
        }
      : null,
    window_starts_at: cart.windowStartsAt || null,
    expected_total: amountFrom(expectedCents),
    request_key: requestKey,
    substitution_preference: cart.preference,
    note: cart.note,
  });
  return ticket === null ? request : request.setHeader("x-waiting-ticket", ticket);
}

function currentProductsFrom(details: string): CurrentProduct[] {
  const { items } = JSON.parse(details) as {
    items: {
      product_id: number;
      size_id: number | null;
      choice_ids: number[] | null;
      needs_size: boolean;
      needs_choice: boolean;
      unit_price: number | null;
      is_sold_out: boolean;
      quantity_left: number | null;
    }[];
  };
  return items.map((item) => ({
    id: item.product_id,
    size: item.size_id === null ? null : { id: item.size_id },
    ...(item.choice_ids ? { choiceIds: item.choice_ids } : {}),
    needsSize: item.needs_size,
    needsChoice: item.needs_choice,
    priceCents: centsFrom(item.unit_price),
    isSoldOut: item.is_sold_out,
    quantityLeft: item.quantity_left,
  }));
}

/**
 * Saves the substitution preference and delivery address of an order for the next one.
 * @throws when they cannot be saved
 */
async function savePreferences(data: BrowserData, cart: Cart): Promise<void> {
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

const keys = new WeakMap<Cart, string>();

/**
 * Returns one key per state of the cart. A second click, or a retry after a lost connection, gets the same order; after
 * any change of the cart, a new order is placed.
 */
export function requestKeyOf(cart: Cart): string {
  return keys.get(cart) ?? renewRequestKey(cart);
}

/** Replaces the key of a cart whose order has ended, so that another order can be placed. */
export function renewRequestKey(cart: Cart): string {
  const key = randomUuid();
  keys.set(cart, key);
  return key;
}
