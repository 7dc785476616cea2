import { moneyText } from "#app/values/money.ts";
import type { Cart, CartItem } from "./cart.ts";

/** What the catalogue says now of a product in the cart. */
export interface CurrentProduct {
  id: number;
  /** Of its own page; null when nobody said. */
  path: string | null;
  /** Null when it is no longer for sale. */
  priceCents: number | null;
  isSoldOut: boolean;
  /** Null when it is not counted, or nobody said. */
  quantityLeft: number | null;
}

/** The cart at today's prices, and a sentence for everything that is now different. */
export function atCurrentPrices(
  cart: Cart,
  current: readonly CurrentProduct[],
): { cart: Cart; changes: string[] } {
  const prices = new Map(current.map((product) => [product.id, product.priceCents]));
  const items: CartItem[] = [];
  const changes: string[] = [];
  for (const item of cart.items) {
    const now = prices.get(item.id);
    if (now === undefined || now === item.priceCents) {
      items.push(item);
    } else if (now === null) {
      changes.push(`${item.name} is no longer for sale and was taken out of your cart.`);
    } else {
      items.push({ ...item, priceCents: now });
      changes.push(`${item.name} now costs ${moneyText(now)}; it was ${moneyText(item.priceCents)}.`);
    }
  }
  return changes.length === 0 ? { cart, changes } : { cart: { ...cart, items }, changes };
}
