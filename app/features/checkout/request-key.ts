import type { Cart } from "#app/features/cart/cart.ts";
import { randomUuid } from "#app/values/ids.ts";

const keys = new WeakMap<Cart, string>();

/**
 * One key per state of the cart: pressing twice, or again after a broken connection, asks for the same
 * order; any change to the cart asks for another.
 */
export function requestKeyOf(cart: Cart): string {
  return keys.get(cart) ?? renewRequestKey(cart);
}

/** For a cart whose order came to its end: going on asks for another one. */
export function renewRequestKey(cart: Cart): string {
  const key = randomUuid();
  keys.set(cart, key);
  return key;
}
