import {
  MAX_CHARACTERS_OF_ORDER_NOTE,
  noteFrom,
  preferenceFrom,
  type SubstitutionPreference,
} from "#app/features/catalog/substitution-preference.ts";
import { ACCOUNT_ARRIVED, doBeforeSessionEnd, PERSONAL_DATA_CLEARED } from "#app/platform/session-events.ts";
import { readStored, writeStored } from "#app/values/device-storage.ts";
import { isUuid, randomUuid } from "#app/values/ids.ts";
import { forgetInAccount, saveInAccount, saveToAccount } from "./account-cart.ts";
import {
  addItem,
  addItems,
  type Cart,
  type CartItem,
  type DeliveryOption,
  emptyCart,
  type LineKey,
  putBackItem,
  removeItem,
  replaceItems,
  setDeliveryOption,
  setLinePreference,
  setQuantity,
  withItems,
  withoutItems,
} from "./cart.ts";
import { ITEMS_KEY, isExpired, itemsFrom, itemsText, remainingMs, TIMESTAMP_KEY } from "./stored-cart.ts";
import {
  DELIVERY_KEY,
  type DeliveryChoice,
  type DeliveryPlace,
  deliveryFrom,
  deliveryText,
} from "./stored-delivery.ts";

/** These two are kept when the cart is cleared, so that customers enter them only once. */
const PREFERENCE_KEY = "missingItemWish";
const ZIP_KEY = "deliveryZip";
const MAX_CHARACTERS_OF_ZIP = 10;

/** Key of the id under which the account stores this cart, from the first product until billing or expiry. */
const CART_ID_KEY = "cartId";

/** The unpaid order that holds this cart's products. */
const ORDER_ID_KEY = "cartOrderId";

/** Set once the shopper has chosen pickup or delivery for this cart. */
const IS_WAY_CHOSEN_KEY = "cartWayChosen";

/** The cart, and what the store changed in it since the customer's last change. */
export type CartView = { cart: Cart; changes: readonly string[] };

export const emptyCartView: CartView = { cart: emptyCart, changes: [] };

let view = emptyCartView;
let textOfView: string | null = null;
let deliveryOfView: string | null = null;
let preferenceOfView: string | null = null;
let zipOfView: string | null = null;
const listeners = new Set<() => void>();

/**
 * Returns the cart. It is read from storage each time, so that changes in other tabs and the cart's expiry take effect.
 */
export function getCartView(): CartView {
  if (isExpired(recall(TIMESTAMP_KEY), Date.now())) forgetStored();
  const text = recall(ITEMS_KEY);
  if (text !== textOfView) {
    textOfView = text;
    view = { cart: { ...view.cart, items: text === null ? [] : itemsFrom(text) }, changes: [] };
  }
  const delivery = recall(DELIVERY_KEY);
  if (delivery !== deliveryOfView) {
    deliveryOfView = delivery;
    view = { ...view, cart: { ...view.cart, ...deliveryFrom(delivery) } };
  }
  const preference = recall(PREFERENCE_KEY);
  if (preference !== preferenceOfView) {
    preferenceOfView = preference;
    view = { ...view, cart: { ...view.cart, preference: preferenceFrom(preference) } };
  }
  const zip = recall(ZIP_KEY);
  if (zip !== zipOfView) {
    zipOfView = zip;
    view = { ...view, cart: { ...view.cart, deliveryZip: zip?.slice(0, MAX_CHARACTERS_OF_ZIP) ?? "" } };
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

export function addToCart(item: Omit<CartItem, "quantity">, quantity: number): void {
  change((cart) => addItem(cart, item, quantity));
}

/** Adds every item with its quantity, as one change. */
export function addAllToCart(items: readonly CartItem[]): void {
  change((cart) => addItems(cart, items));
}

export function changeQuantity(key: LineKey, quantity: number): void {
  change((cart) => setQuantity(cart, key, quantity));
}

export function removeFromCart(key: LineKey): void {
  change((cart) => removeItem(cart, key));
}

/** Undoes the removal of a line. */
export function undoRemoval(item: CartItem, place: number): void {
  change((cart) => putBackItem(cart, item, place));
}

/** Replaces the cart, for example by an order whose payment failed. */
export function replaceCart(items: readonly CartItem[], note: string): void {
  change((cart) => ({ ...replaceItems(cart, items), note }));
}

/** Adds the items of an unpaid order to the cart; the order's delivery choice applies only to an empty cart. */
export function putBackIntoCart(items: readonly CartItem[], delivery: DeliveryChoice): void {
  change((cart) => ({ ...withItems(cart, items), ...(cart.items.length === 0 ? delivery : {}) }));
}

/** Returns whether the shopper has chosen pickup or delivery for this cart. */
export function isDeliveryOptionChosen(): boolean {
  return recall(IS_WAY_CHOSEN_KEY) !== null;
}

/** @param known address of the last delivery, filled in if the customer has typed none */
export function chooseDelivery(deliveryOption: DeliveryOption, known: DeliveryPlace | null = null): void {
  remember(IS_WAY_CHOSEN_KEY, "1");
  change((cart) => {
    const chosen = setDeliveryOption(cart, deliveryOption);
    const isOpen = cart.deliveryAddress.trim() === "" && cart.deliveryPhoneNumber.trim() === "";
    return deliveryOption === "delivery" && isOpen && known ? { ...chosen, ...known } : chosen;
  });
}

/** Changes fields of the delivery, or the chosen window. */
export function changeDelivery(fields: Partial<DeliveryPlace & Pick<Cart, "windowStartsAt">>): void {
  change((cart) => ({ ...cart, ...fields }));
}

export function choosePreference(preference: SubstitutionPreference): void {
  remember(PREFERENCE_KEY, preference);
  change((cart) => ({ ...cart, preference }));
}

/** Fills in the account's substitution preference if this browser has none. Does not count as a change of the cart. */
export function fillInPreference(preference: SubstitutionPreference): void {
  if (getCartView().cart.preference !== null) return;
  remember(PREFERENCE_KEY, preference);
  announce();
}

/** Stores a ZIP code for the next delivery, without counting as a change of the cart. */
export function rememberZip(typed: string): void {
  remember(ZIP_KEY, typed.slice(0, MAX_CHARACTERS_OF_ZIP));
  announce();
}

export function changeNote(typed: string): void {
  change((cart) => ({ ...cart, note: noteFrom(typed, MAX_CHARACTERS_OF_ORDER_NOTE) }));
}

export function changeLinePreference(
  key: LineKey,
  choice: { preference: SubstitutionPreference | null; note: string },
): void {
  change((cart) => setLinePreference(cart, key, choice));
}

/** Stores a cart that the store has changed, with a sentence for each change. */
export function saveChangedCart(cart: Cart, changes: readonly string[]): void {
  store(cart, changes);
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
    store(cart, changes);
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
  memory.clear();
  announce();
}

function handleLanding(event: Event) {
  const { items } = getCartView().cart;
  if (items.length > 0) saveToAccount(cartId(), items);
  else if (interrupted?.userId === (event as CustomEvent<string>).detail) store(interrupted.cart, []);
}

/** Empties the cart and deletes what was stored of it. */
export function clearCart(): void {
  const id = getCartId();
  if (id !== null) forgetInAccount(id);
  forgetStored();
  view = emptyCartView;
  textOfView = null;
  deliveryOfView = null;
  preferenceOfView = null;
  zipOfView = null;
  announce();
}

function change(rule: (cart: Cart) => Cart) {
  store(rule(getCartView().cart), []);
}

function store(cart: Cart, changes: readonly string[]) {
  view = { cart, changes };
  textOfView = itemsText(cart.items);
  deliveryOfView = deliveryText(cart);
  // Other tabs receive each key separately: items without a timestamp would expire there.
  remember(TIMESTAMP_KEY, String(Date.now()));
  remember(DELIVERY_KEY, deliveryOfView);
  if (cart.deliveryZip !== (zipOfView ?? "")) {
    zipOfView = cart.deliveryZip;
    remember(ZIP_KEY, zipOfView);
  }
  remember(ITEMS_KEY, textOfView);
  if (cart.items.length === 0) forget(ORDER_ID_KEY);
  saveToAccount(cartId(), cart.items);
  announce();
}

function cartId(): string {
  const known = recall(CART_ID_KEY);
  if (known !== null && isUuid(known)) return known;
  const id = randomUuid();
  remember(CART_ID_KEY, id);
  return id;
}

function announce() {
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

// Replaces localStorage when that is blocked or full: the cart then lasts until the page is closed.
const memory = new Map<string, string>();

function recall(key: string): string | null {
  return memory.get(key) ?? readStored(key);
}

function remember(key: string, text: string) {
  if (writeStored(key, text)) memory.delete(key);
  else memory.set(key, text);
}

function forget(key: string) {
  memory.delete(key);
  writeStored(key, null);
}

function forgetStored() {
  [ITEMS_KEY, TIMESTAMP_KEY, DELIVERY_KEY, CART_ID_KEY, ORDER_ID_KEY, IS_WAY_CHOSEN_KEY].forEach(forget);
}
