import { amountFrom, centsFrom } from "#app/values/money.ts";
import { CART_LIFETIME_MS, type CartItem, GREATEST_QUANTITY, LEAST_QUANTITY } from "./cart.ts";

export const ITEMS_KEY = "cartItems";
export const TIMESTAMP_KEY = "cartTimestamp";

/** The text kept under cartItems: prices in dollars, as the catalogue has them. */
export function itemsText(items: readonly CartItem[]): string {
  return JSON.stringify(
    items.map(({ id, name, priceCents, image, quantity }) => ({
      id,
      name,
      price: amountFrom(priceCents),
      image,
      quantity,
    })),
  );
}

/** What was kept, checked line by line: the browser's storage is anybody's to write. */
export function itemsFrom(text: string): CartItem[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  const items = new Map<number, CartItem>();
  for (const entry of kept) {
    const item = itemFrom(entry);
    if (item) items.set(item.id, item);
  }
  return [...items.values()];
}

export function isExpired(timestamp: string | null, now: number): boolean {
  return remainingMs(timestamp, now) === 0;
}

/** How long the cart still lasts; 0 once it has expired, or when nobody knows how old it is. */
export function remainingMs(timestamp: string | null, now: number): number {
  const changedAt = Number(timestamp ?? Number.NaN);
  return Math.max(changedAt + CART_LIFETIME_MS - now || 0, 0);
}

function itemFrom(entry: unknown): CartItem | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { id, name, price, image, quantity } = entry as Record<string, unknown>;
  if (!isWholeNumber(id) || id < 1 || typeof name !== "string") return null;
  if (typeof price !== "number" || !(price >= 0)) return null;
  if (!isWholeNumber(quantity) || quantity < LEAST_QUANTITY || quantity > GREATEST_QUANTITY) return null;
  return {
    id,
    name,
    priceCents: centsFrom(price),
    image: typeof image === "string" ? image : "",
    quantity,
  };
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}
