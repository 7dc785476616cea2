import type { Cart } from "./cart.ts";

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

/** crypto.randomUUID is missing where a shop is tried over plain http in a local network. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
