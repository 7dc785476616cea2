import { useSyncExternalStore } from "react";
import { type Cart, lineKey, totalCents } from "#app/features/cart/cart.ts";
import { getCartView, subscribeToCart } from "#app/features/cart/cart-store.ts";
import { amountsFrom, type Quote } from "./amounts.ts";
import { readGuestDiscountCode } from "./quote-queries.ts";

interface QuoteState {
  /** Whether a cart may cost more than its products, according to the settings or a rejected order. */
  isRequested: boolean;
  /** The last quote with its cart. */
  last: { key: string; quote: Quote } | null;
  /** The cart whose quote failed. */
  failedKey: string | null;
}

const NOTHING: QuoteState = { isRequested: false, last: null, failedKey: null };

let state = NOTHING;
/** Requests are sent one after the other, so that the last one has every code that was entered before it. */
let lastRequest: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

export type QuoteView =
  /** Only the products are charged. */
  | { kind: "none" }
  | { kind: "known"; quote: Quote }
  /** The previous quote of the cart; null if unknown. */
  | { kind: "waiting"; quote: Quote | null }
  | { kind: "failed" };

/**
 * Returns the price of the cart if it were ordered now.
 * @param isRequired whether a cart may cost more than its products; a delivery always may
 */
export function useQuote(cart: Cart, isRequired: boolean): QuoteView {
  const { last, failedKey } = useSyncExternalStore(
    isRequired ? subscribeAndRequest : subscribe,
    () => state,
    () => NOTHING,
  );
  if (!isRequired && !isNeeded(cart)) return { kind: "none" };
  const key = keyOf(cart);
  if (last?.key === key) return { kind: "known", quote: last.quote };
  return failedKey === key ? { kind: "failed" } : { kind: "waiting", quote: last?.quote ?? null };
}

/** Returns the price of the order; null if only the products are charged. @throws when the request fails */
export async function quoteFor(cart: Cart): Promise<Quote | null> {
  if (!isNeeded(cart)) return null;
  return state.last?.key === keyOf(cart) ? state.last.quote : await requestQuote(cart);
}

/**
 * Stores the quote of an order that was rejected because its price differed.
 * @param before the previous quote
 * @returns whether the price changed
 */
export function noteQuote(cart: Cart, quote: Quote, before: Quote | null): boolean {
  if (!isNeeded(cart) && quote.totalCents === totalCents(cart)) return false;
  const isRequested = state.isRequested || !isNeeded(cart);
  setState({ isRequested, last: { key: keyOf(cart), quote }, failedKey: null });
  return quote.totalCents !== before?.totalCents;
}

/** Requests a quote for the cart, even if it has one. */
export function refreshQuote(): Promise<void> {
  lastRequest = lastRequest.then(requestCurrentQuote);
  return lastRequest;
}

function refreshIfChanged() {
  lastRequest = lastRequest.then(() => {
    const key = keyOf(getCartView().cart);
    return state.last?.key === key || state.failedKey === key ? undefined : requestCurrentQuote();
  });
}

async function requestCurrentQuote(): Promise<void> {
  const { cart } = getCartView();
  if (!isNeeded(cart)) return;
  try {
    await requestQuote(cart);
  } catch (error) {
    console.error(error);
    setState({ ...state, failedKey: keyOf(cart) });
  }
}

async function requestQuote(cart: Cart): Promise<Quote> {
  const { readQuote } = await import("./quote-queries.ts");
  const { amounts, code } = await readQuote(cart);
  const quote = amountsFrom(amounts);
  // The guest may have typed or removed a code during the request.
  setState({ ...state, last: { key: keyOf(cart, code), quote }, failedKey: null });
  return quote;
}

function isNeeded({ items, deliveryOption }: Cart): boolean {
  return items.length > 0 && (state.isRequested || deliveryOption === "delivery");
}

function keyOf({ items, deliveryOption, deliveryZip }: Cart, code = readGuestDiscountCode()): string {
  return JSON.stringify([
    code,
    items.map((item) => [lineKey(item), item.quantity, item.priceCents]),
    deliveryOption,
    deliveryOption === "delivery" ? deliveryZip.trim() : "",
  ]);
}

function setState(next: QuoteState) {
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => listen(listener, false);
const subscribeAndRequest = (listener: () => void) => listen(listener, true);

/** Requests a quote whenever the cart opens, because fees, tax rates, or the user may have changed. */
function listen(listener: () => void, isRequested: boolean) {
  setState({ ...state, isRequested });
  listeners.add(listener);
  const stop = subscribeToCart(refreshIfChanged);
  void refreshQuote();
  return () => {
    listeners.delete(listener);
    stop();
  };
}
