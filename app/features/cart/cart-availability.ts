import { t } from "#app/messages/t.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { type CartItem, type LineKey, lineKey } from "./cart.ts";
import type { CurrentProduct } from "./cart-changes.ts";

/** How many of a line's product and size can be had; 0 when it is sold out. What is not named is not short. */
export type Shortages = ReadonlyMap<LineKey, number>;

type RequestedItem = Pick<CartItem, "id" | "size" | "name" | "quantity">;

/** Merges new shortfalls with those of products that were not checked again. */
export function shortagesAfter(before: Shortages, current: readonly CurrentProduct[]): Shortages {
  const after = new Map(before);
  for (const { isSoldOut, quantityLeft, ...product } of current) {
    const key = lineKey(product);
    if (isSoldOut) after.set(key, 0);
    else if (quantityLeft !== null) after.set(key, quantityLeft);
    // Available, without a count: an earlier count still holds, an earlier "sold out" does not.
    else if (after.get(key) === 0) after.delete(key);
  }
  return after;
}

/** How many of the line can be had, when that is fewer than are wanted; else null. */
export function leftOf(item: RequestedItem, shortages: Shortages): number | null {
  const left = shortages.get(lineKey(item));
  return left !== undefined && left < item.quantity ? left : null;
}

/** @param name with its size */
export function missingText(name: string, left: number): string {
  if (left === 0) return t("{name} is sold out.", { name });
  return t("{left, plural, one {Only # of {name} is left.} other {Only # of {name} are left.}}", { left, name });
}

/** Why the cart cannot be ordered as it is; null when it can. */
export function blockedText(items: readonly RequestedItem[], shortages: Shortages): string | null {
  const sentences = items.flatMap((item) => {
    const left = leftOf(item, shortages);
    return left === null ? [] : [missingText(sizedName(item.name, item.size?.label), left)];
  });
  if (sentences.length === 0) return null;
  return `${sentences.join(" ")} ${t("Change your cart to continue.")}`;
}
