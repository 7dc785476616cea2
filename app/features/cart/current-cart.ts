import { useSyncExternalStore } from "react";
import { type LineKey, lineKey } from "./cart.ts";
import { type Shortages, shortagesAfter } from "./cart-availability.ts";
import { atCurrentPrices, type CurrentProduct } from "./cart-changes.ts";
import { getCartView, saveChangedCart } from "./cart-store.ts";

const NONE: Shortages = new Map();

/** Products of the cart that have a page. */
type Notes = ReadonlyMap<LineKey, CurrentProduct>;

const NO_NOTES: Notes = new Map();

/** Kept while the page is open; requested again whenever the cart opens. */
let shortages = NONE;
let notes = NO_NOTES;
const listeners = new Set<() => void>();

/** Returns the stock shortfalls that the store reported; empty on the server. */
export function useShortages(): Shortages {
  return useSyncExternalStore(subscribe, getShortages, () => NONE);
}

/** Returns the product of each line, as far as loaded; empty on the server. */
export function useProductNotes(): Notes {
  return useSyncExternalStore(
    subscribe,
    () => notes,
    () => NO_NOTES,
  );
}

export function getShortages(): Shortages {
  return shortages;
}

/** Applies current prices, availability, and names. Returns whether prices or lines changed. */
export function acceptCurrentProducts(current: readonly CurrentProduct[]): boolean {
  noteShortages(current);
  const before = getCartView();
  const { cart, changes } = atCurrentPrices(before.cart, current);
  if (cart !== before.cart) saveChangedCart(cart, changes.length > 0 ? changes : before.changes);
  return changes.length > 0;
}

export function noteShortages(current: readonly CurrentProduct[]): void {
  shortages = shortagesAfter(shortages, current);
  notes = new Map([
    ...notes,
    ...current.filter(({ path }) => path).map((product) => [lineKey(product), product] as const),
  ]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Updates the cart to current prices when it opens. If they cannot be read, placing the order reports differences. */
export async function refreshCart(): Promise<void> {
  const { items } = getCartView().cart;
  if (items.length === 0) return;
  try {
    const { readCurrentProducts } = await import("./current-product-queries.ts");
    acceptCurrentProducts(await readCurrentProducts(items));
  } catch (error) {
    console.error(error);
  }
}
