import { readStored, writeStored } from "#app/values/device-storage.ts";
import { ITEMS_KEY, TIMESTAMP_KEY } from "./stored-cart.ts";
import { DELIVERY_KEY } from "./stored-delivery.ts";

/** These two are kept when the cart is cleared, so that customers enter them only once. */
export const PREFERENCE_KEY = "missingItemWish";
export const ZIP_KEY = "deliveryZip";

/** Key of the id under which the account stores this cart, from the first product until billing or expiry. */
export const CART_ID_KEY = "cartId";

/** The unpaid order that holds this cart's products. */
export const ORDER_ID_KEY = "cartOrderId";

/** Set once the shopper has chosen pickup or delivery for this cart. */
export const IS_WAY_CHOSEN_KEY = "cartWayChosen";

// Replaces localStorage when that is blocked or full: the cart then lasts until the page is closed.
const memory = new Map<string, string>();

/** Returns what is stored under a key; null without it. */
export function recall(key: string): string | null {
  return memory.get(key) ?? readStored(key);
}

export function remember(key: string, text: string): void {
  if (writeStored(key, text)) memory.delete(key);
  else memory.set(key, text);
}

export function forget(key: string): void {
  memory.delete(key);
  writeStored(key, null);
}

/** Forgets the cart, but not the preference and the ZIP code. */
export function forgetCart(): void {
  [ITEMS_KEY, TIMESTAMP_KEY, DELIVERY_KEY, CART_ID_KEY, ORDER_ID_KEY, IS_WAY_CHOSEN_KEY].forEach(forget);
}

/** Forgets what is only in memory. */
export function forgetMemory(): void {
  memory.clear();
}
