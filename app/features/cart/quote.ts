import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { amountsFrom, type Quote } from "./amounts.ts";
import { type Cart, lineKey } from "./cart.ts";

/** What the shop told last, and of which cart; `quote` is null where it could not be asked. */
let told: { key: string; quote: Quote | null } | null = null;
const listeners = new Set<() => void>();

/**
 * What the cart costs as an order; null until the shop has said so, or where it need not be asked: without a delivery
 * the sum of the lines is all there is to pay.
 */
export function useQuote(cart: Cart): Quote | null {
  const key = keyOf(cart);
  const isNeeded = cart.items.length > 0 && cart.deliveryOption === "delivery";
  // The key says what of the cart counts.
  const ask = useEffectEvent((wantedKey: string) => void askFor(cart, wantedKey));
  useEffect(() => {
    if (isNeeded && told?.key !== key) ask(key);
  }, [key, isNeeded]);
  return useSyncExternalStore(
    subscribe,
    () => (isNeeded ? quoteOf(cart) : null),
    () => null,
  );
}

/** What was told of exactly this cart. */
export function quoteOf(cart: Cart): Quote | null {
  return told?.key === keyOf(cart) ? told.quote : null;
}

/** Takes over what an order that was not made would have cost. */
export function noteQuote(cart: Cart, quote: Quote): void {
  tell(keyOf(cart), quote);
}

function keyOf({ items, deliveryOption, deliveryZip }: Cart): string {
  return JSON.stringify([
    items.map((item) => [lineKey(item), item.quantity, item.priceCents]),
    deliveryOption,
    deliveryOption === "delivery" ? deliveryZip.trim() : "",
  ]);
}

let wanted = "";

async function askFor(cart: Cart, key: string) {
  wanted = key;
  try {
    const { readQuote } = await import("./read-quote.ts");
    const quote = amountsFrom(await readQuote(cart));
    if (wanted === key) tell(key, quote);
  } catch (error) {
    // The order tells.
    console.error(error);
    if (wanted === key) tell(key, null);
  }
}

function tell(key: string, quote: Quote | null) {
  told = { key, quote };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
