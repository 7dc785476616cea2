import { lineNoteFrom, preferenceFrom } from "#app/features/catalog/substitution-preference.ts";
import { amountFrom, centsFrom } from "#app/values/money.ts";
import { fieldsOf, parsedJson } from "#app/values/unknown-value.ts";
import {
  CART_LIFETIME_MS,
  type CartItem,
  type ChosenSize,
  type ItemWeight,
  type LineKey,
  lineKey,
  lineOptions,
  MAX_QUANTITY,
  MIN_QUANTITY,
} from "./cart.ts";

export const ITEMS_KEY = "cartItems";
export const TIMESTAMP_KEY = "cartTimestamp";

/** Returns the text stored under cartItems, with prices in dollars. The stored name of the preference is `wish`. */
export function itemsText(items: readonly CartItem[]): string {
  return JSON.stringify(
    items.map(({ id, name, size, choiceIds, priceCents, weight, image, quantity, preference = null, note = "" }) => ({
      id,
      name,
      price: amountFrom(priceCents),
      image,
      quantity,
      ...(size ? { size } : {}),
      ...(choiceIds ? { choiceIds } : {}),
      ...(weight ? { weight } : {}),
      ...(preference ? { wish: preference } : {}),
      ...(note ? { note } : {}),
    })),
  );
}

/** Parses the stored cart. Anyone can edit localStorage, so every line is validated. */
export function itemsFrom(text: string): CartItem[] {
  const stored = parsedJson(text);
  if (!Array.isArray(stored)) return [];
  const items = new Map<LineKey, CartItem>();
  for (const entry of stored) {
    const item = itemFrom(entry);
    if (item) items.set(lineKey(item), item);
  }
  return [...items.values()];
}

export function isExpired(timestamp: string | null, now: number): boolean {
  return remainingMs(timestamp, now) === 0;
}

/** Returns the time until the cart expires; 0 if it has expired, or its age is unknown. */
export function remainingMs(timestamp: string | null, now: number): number {
  const changedAt = Number(timestamp ?? Number.NaN);
  return Math.max(changedAt + CART_LIFETIME_MS - now || 0, 0);
}

function itemFrom(entry: unknown): CartItem | null {
  const { id, name, price, weight, image, quantity, size = null, choiceIds, wish, note } = fieldsOf(entry);
  if (!isWholeNumber(id) || id < 1 || typeof name !== "string") return null;
  if (typeof price !== "number" || !(price >= 0)) return null;
  if (!isWholeNumber(quantity) || quantity < MIN_QUANTITY || quantity > MAX_QUANTITY) return null;
  if (size !== null && !isSize(size)) return null;
  if (choiceIds !== undefined && !isListOfIds(choiceIds)) return null;
  return {
    id,
    name,
    size: size && { id: size.id, label: size.label },
    ...(choiceIds ? { choiceIds } : {}),
    priceCents: centsFrom(price),
    ...(isWeight(weight) ? { weight: { poundsEach: weight.poundsEach, perPoundCents: weight.perPoundCents } } : {}),
    image: typeof image === "string" ? image : "",
    quantity,
    ...lineOptions({ preference: preferenceFrom(wish), note: typeof note === "string" ? lineNoteFrom(note) : "" }),
  };
}

function isSize(value: unknown): value is ChosenSize {
  const { id, label } = fieldsOf(value);
  return isWholeNumber(id) && id >= 1 && typeof label === "string";
}

function isWeight(value: unknown): value is ItemWeight {
  const { poundsEach, perPoundCents } = fieldsOf(value);
  return typeof poundsEach === "number" && poundsEach > 0 && isWholeNumber(perPoundCents) && perPoundCents >= 0;
}

function isListOfIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((id) => isWholeNumber(id) && id >= 1);
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}
