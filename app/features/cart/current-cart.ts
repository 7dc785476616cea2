import { useSyncExternalStore } from "react";
import { type Shortages, shortagesAfter } from "./cart-availability.ts";
import { atCurrentPrices, type CurrentProduct } from "./cart-changes.ts";
import { getCartView, keepChangedCart } from "./cart-store.ts";

const NONE: Shortages = new Map();

/** Where the pages of products are, by their ids. */
type ProductPaths = ReadonlyMap<number, string>;

const NO_PATHS: ProductPaths = new Map();

/** Kept for as long as the page is open; the shop is asked again whenever the cart opens. */
let shortages = NONE;
let paths = NO_PATHS;
const listeners = new Set<() => void>();

/** What the shop told of things that are sold out or few; empty on the server. */
export function useShortages(): Shortages {
  return useSyncExternalStore(subscribe, getShortages, () => NONE);
}

/** Where the page of each product in the cart is, as far as the shop told; empty on the server. */
export function useProductPaths(): ProductPaths {
  return useSyncExternalStore(
    subscribe,
    () => paths,
    () => NO_PATHS,
  );
}

export function getShortages(): Shortages {
  return shortages;
}

/** Takes over what the catalogue says now: prices, and what can be had. Answers whether prices or lines changed. */
export function acceptCurrentProducts(current: readonly CurrentProduct[]): boolean {
  noteShortages(current);
  const { cart, changes } = atCurrentPrices(getCartView().cart, current);
  if (changes.length === 0) return false;
  keepChangedCart(cart, changes);
  return true;
}

export function noteShortages(current: readonly CurrentProduct[]): void {
  shortages = shortagesAfter(shortages, current);
  paths = new Map([...paths, ...current.flatMap(({ id, path }) => (path ? [[id, path] as const] : []))]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
