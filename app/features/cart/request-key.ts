import { randomUuid } from "#app/values/ids.ts";
import type { Cart } from "./cart.ts";

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
