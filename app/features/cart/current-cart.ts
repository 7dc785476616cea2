import { useSyncExternalStore } from "react";
import type { Amount } from "#app/values/amount.ts";
import { type LineKey, lineKey } from "./cart.ts";
import { type Shortages, shortagesAfter } from "./cart-availability.ts";
import { atCurrentPrices, type CurrentProduct, type LineQuantityPrices } from "./cart-changes.ts";
import { getCartView, saveChangedCart } from "./cart-store.ts";

const NONE: Shortages = new Map();

/** Link, category, measurement, package size, SNAP eligibility, and prices by quantity of a cart line's product. */
export interface ProductNotes {
  path: string;
  category: string;
  amount: Amount | null;
  isSnapEligible: boolean;
  quantity?: LineQuantityPrices | undefined;
  packSize?: string | undefined;
  /** Language of its name, if it is not the page's. */
  nameLang?: "en" | undefined;
}

type Notes = ReadonlyMap<LineKey, ProductNotes>;

const NO_NOTES: Notes = new Map();

/** Kept while the page is open; requested again whenever the cart opens. */
let shortages = NONE;
let notes = NO_NOTES;
const listeners = new Set<() => void>();

/** Returns the stock shortfalls that the store reported; empty on the server. */
export function useShortages(): Shortages {
  return useSyncExternalStore(subscribe, getShortages, () => NONE);
}

/** Returns the notes of each line's product, as far as loaded; empty on the server. */
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
    ...current.flatMap(({ path, category, amount, isSnapEligible = false, quantity, packSize, nameLang, ...line }) =>
      path && category
        ? [[lineKey(line), { path, category, amount, isSnapEligible, quantity, packSize, nameLang }] as const]
        : [],
    ),
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
