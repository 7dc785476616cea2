import type { CartItem } from "./cart.ts";
import type { CurrentProduct } from "./cart-changes.ts";

/** How many of a product can be had, by its id; 0 when it is sold out. What is not named is not short. */
export type Shortages = ReadonlyMap<number, number>;

type Wanted = Pick<CartItem, "id" | "name" | "quantity">;

/** What is known now, and what was known before of the products that nobody has looked at again. */
export function shortagesAfter(before: Shortages, current: readonly CurrentProduct[]): Shortages {
  const after = new Map(before);
  for (const { id, isSoldOut, quantityLeft } of current) {
    if (isSoldOut) after.set(id, 0);
    else if (quantityLeft !== null) after.set(id, quantityLeft);
    // Not sold out, and no count was told: a count that is known still holds, a "sold out" does not.
    else if (after.get(id) === 0) after.delete(id);
  }
  return after;
}

/** How many of the line can be had, when that is fewer than are wanted; else null. */
export function leftOf(item: Wanted, shortages: Shortages): number | null {
  const left = shortages.get(item.id);
  return left !== undefined && left < item.quantity ? left : null;
}

export function missingText(name: string, left: number): string {
  if (left === 0) return `${name} is sold out.`;
  return `Only ${left} of ${name} ${left === 1 ? "is" : "are"} left.`;
}

/** Why the cart cannot be ordered as it is; null when it can. */
export function blockedText(items: readonly Wanted[], shortages: Shortages): string | null {
  const sentences = items.flatMap((item) => {
    const left = leftOf(item, shortages);
    return left === null ? [] : [missingText(item.name, left)];
  });
  if (sentences.length === 0) return null;
  return `${sentences.join(" ")} Please change your cart before you go on.`;
}
