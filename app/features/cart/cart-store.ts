import { preferenceFrom } from "#app/features/catalog/substitution-preference.ts";
import { ACCOUNT_ARRIVED, doBeforeSessionEnd, PERSONAL_DATA_CLEARED } from "#app/platform/session-events.ts";
import { isUuid, randomUuid } from "#app/values/ids.ts";
import { forgetInAccount, saveInAccount, saveToAccount } from "./account-cart.ts";
import { addItems, type Cart, type CartItem, emptyCart, withoutItems } from "./cart.ts";
import {
  CART_ID_KEY,
  forget,
  forgetCart,
  forgetMemory,
  ORDER_ID_KEY,
  PREFERENCE_KEY,
  recall,
  remember,
  ZIP_KEY,
} from "./cart-storage.ts";
import { ITEMS_KEY, isExpired, itemsFrom, itemsText, remainingMs, TIMESTAMP_KEY } from "./stored-cart.ts";
import { DELIVERY_KEY, deliveryFrom, deliveryText } from "./stored-delivery.ts";

export const MAX_CHARACTERS_OF_ZIP = 10;

/** The cart, and what the store changed in it since the customer's last change. */
export type CartView = { cart: Cart; changes: readonly string[] };

export const emptyCartView: CartView = { cart: emptyCart, changes: [] };

/** How each part of the cart is read from its stored text. */
const PARTS: Record<string, (text: string | null) => Partial<Cart>> = {
  [ITEMS_KEY]: (text) => ({ items: text === null ? [] : itemsFrom(text) }),
  [DELIVERY_KEY]: deliveryFrom,
  [PREFERENCE_KEY]: (text) => ({ preference: preferenceFrom(text) }),
  [ZIP_KEY]: (text) => ({ deliveryZip: text?.slice(0, MAX_CHARACTERS_OF_ZIP) ?? "" }),
};

let view = emptyCartView;
/** The stored text of each part in the view. */
let textsOfView: Record<string, string | null> = {};
const listeners = new Set<() => void>();

/**
 * Returns the cart. It is read from storage each time, so that changes in other tabs and the cart's expiry take effect.
 */
export function getCartView(): CartView {
  if (isExpired(recall(TIMESTAMP_KEY), Date.now())) forgetCart();
  for (const [key, partFrom] of Object.entries(PARTS)) {
    const text = recall(key);
    if (text === (textsOfView[key] ?? null)) continue;
    textsOfView[key] = text;
    view = { cart: { ...view.cart, ...partFrom(text) }, changes: key === ITEMS_KEY ? [] : view.changes };
  }
  return view;
}

/** Calls the listener on changes here and in other tabs, and when the cart expires. */
export function subscribeToCart(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("storage", announce);
    window.addEventListener(PERSONAL_DATA_CLEARED, handleCleared);
    window.addEventListener(ACCOUNT_ARRIVED, handleLanding);
    // Timers stop while a computer sleeps, so the expiry is checked again when the page becomes visible.
    document.addEventListener("visibilitychange", announce);
  }
  listeners.add(listener);
  waitForExpiry();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("storage", announce);
    window.removeEventListener(PERSONAL_DATA_CLEARED, handleCleared);
    window.removeEventListener(ACCOUNT_ARRIVED, handleLanding);
    document.removeEventListener("visibilitychange", announce);
    clearTimeout(expiry);
  };
}

/** Adds every item with its quantity, as one change. The pages that sell need no other; the rest is in change-cart.ts. */
export function addToCart(...items: readonly CartItem[]): void {
  saveChangedCart(addItems(getCartView().cart, items), []);
}

/** Returns the id under which the account stores this cart; null without one. */
export function getCartId(): string | null {
  getCartView();
  return recall(CART_ID_KEY);
}

/** Returns the id of the unpaid order that holds the cart's products; null when there is none. */
export function getCartOrderId(): string | null {
  getCartView();
  const id = recall(ORDER_ID_KEY);
  return id !== null && isUuid(id) ? id : null;
}

export function setCartOrderId(orderId: string): void {
  remember(ORDER_ID_KEY, orderId);
}

/** Removes the items of the cart's order, once it is paid. */
export function removePaidItems(items: Parameters<typeof withoutItems>[1], changes: string[] = []): void {
  const cart = withoutItems(getCartView().cart, items);
  if (cart.items.length > 0) {
    forget(ORDER_ID_KEY);
    saveChangedCart(cart, changes);
  } else {
    clearCart();
    view = { ...view, changes };
    announce();
  }
}

/** Saves the cart in the account, including one from before the login. */
export function handCartToAccount(): void {
  const { items } = getCartView().cart;
  if (items.length > 0) saveToAccount(cartId(), items);
}

// Logging out clears the cart on this device; the account keeps it for the next login.
doBeforeSessionEnd(async (end) => {
  if (end === "logout") {
    interrupted = null;
    isSigningOut = true;
  }
  const { items } = getCartView().cart;
  if (items.length > 0) await saveInAccount(cartId(), items);
});

let isSigningOut = false;
/**
 * The cart of an account whose session ended without a logout. It is kept in this page's memory only, and restored when
 * the same account logs in again.
 */
let interrupted: { userId: string; cart: Cart } | null = null;

function handleCleared(event: Event) {
  if (!isSigningOut) interrupted = { userId: (event as CustomEvent<string>).detail, cart: view.cart };
  isSigningOut = false;
  forgetMemory();
  announce();
}

function handleLanding(event: Event) {
  const { items } = getCartView().cart;
  if (items.length > 0) saveToAccount(cartId(), items);
  else if (interrupted?.userId === (event as CustomEvent<string>).detail) saveChangedCart(interrupted.cart, []);
}

/** Empties the cart and deletes what was stored of it. */
export function clearCart(): void {
  const id = getCartId();
  if (id !== null) forgetInAccount(id);
  forgetCart();
  view = emptyCartView;
  textsOfView = {};
  announce();
}

/** Stores a cart. @param changes a sentence for each change by the store */
export function saveChangedCart(cart: Cart, changes: readonly string[]): void {
  view = { cart, changes };
  // Other tabs receive each key separately: items without a timestamp would expire there.
  remember(TIMESTAMP_KEY, String(Date.now()));
  rememberPart(DELIVERY_KEY, deliveryText(cart));
  if (cart.deliveryZip !== (textsOfView[ZIP_KEY] ?? "")) rememberPart(ZIP_KEY, cart.deliveryZip);
  rememberPart(ITEMS_KEY, itemsText(cart.items));
  if (cart.items.length === 0) forget(ORDER_ID_KEY);
  saveToAccount(cartId(), cart.items);
  announce();
}

function rememberPart(key: string, text: string) {
  textsOfView[key] = text;
  remember(key, text);
}

function cartId(): string {
  const known = recall(CART_ID_KEY);
  if (known !== null && isUuid(known)) return known;
  const id = randomUuid();
  remember(CART_ID_KEY, id);
  return id;
}

/** Tells the listeners that the cart may have changed. */
export function announce(): void {
  waitForExpiry();
  for (const listener of listeners) listener();
}

let expiry: ReturnType<typeof setTimeout> | undefined;

function waitForExpiry() {
  clearTimeout(expiry);
  const timestamp = recall(TIMESTAMP_KEY);
  if (timestamp === null) return;
  const remaining = remainingMs(timestamp, Date.now());
  if (remaining > 0) expiry = setTimeout(announce, remaining);
}
