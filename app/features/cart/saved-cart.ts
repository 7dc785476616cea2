import { t } from "#app/messages/t.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { type Cart, type CartItem, lineKey, withItems } from "./cart.ts";

/** A cart of the same customer that this browser no longer has, or that is from another device. */
export interface SavedCart {
  id: string;
  items: readonly CartItem[];
  /** ISO 8601 */
  savedAt: string;
}

/** Merges a saved cart into the cart. A product in both gets the larger quantity, with a sentence about it. */
export function mergeSaved(cart: Cart, items: readonly CartItem[]): { cart: Cart; changes: string[] } {
  const before = quantitiesOf(cart.items);
  const changes = items.flatMap((item) => {
    const here = before.get(lineKey(item));
    if (here === undefined || here === item.quantity) return [];
    const name = sizedName(item.name, item.size?.label);
    const larger = Math.max(here, item.quantity);
    return [
      t("{name} was in both carts ({here} here, {quantity} there). Your cart now has {larger}.", {
        name,
        here,
        quantity: item.quantity,
        larger,
      }),
    ];
  });
  return { cart: withItems(cart, items), changes };
}

/** Returns whether the saved cart has a product, or a higher quantity of one, that this cart lacks. */
export function addsTo(cart: Cart, items: readonly CartItem[]): boolean {
  const here = quantitiesOf(cart.items);
  return items.some((item) => (here.get(lineKey(item)) ?? 0) < item.quantity);
}

function quantitiesOf(items: readonly CartItem[]): Map<string, number> {
  return new Map(items.map((item) => [lineKey(item), item.quantity]));
}
