import { t } from "#app/messages/t.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { type CartItem, type LineKey, lineKey } from "./cart.ts";
import type { CurrentProduct } from "./cart-changes.ts";

/** Available quantity of each cart line; 0 when sold out. A line without an entry has no known shortfall. */
export type Shortages = ReadonlyMap<LineKey, number>;

type RequestedItem = Pick<CartItem, "id" | "size" | "name" | "quantity">;

/** Merges new shortfalls with those of products that were not checked again. */
export function shortagesAfter(before: Shortages, current: readonly CurrentProduct[]): Shortages {
  const after = new Map(before);
  for (const { isSoldOut, quantityLeft, ...product } of current) {
    const key = lineKey(product);
    if (isSoldOut) after.set(key, 0);
    else if (quantityLeft !== null) after.set(key, quantityLeft);
    // Available, but without a count: an earlier count still applies, an earlier "sold out" does not.
    else if (after.get(key) === 0) after.delete(key);
  }
  return after;
}

/** Returns the available quantity of a line if it is below the line's quantity; otherwise null. */
export function leftOf(item: RequestedItem, shortages: Shortages): number | null {
  const left = shortages.get(lineKey(item));
  return left !== undefined && left < item.quantity ? left : null;
}

/** @param name product name with its size */
export function missingText(name: string, left: number): string {
  if (left === 0) return t("{name} is sold out.", { name });
  return t("{left, plural, one {Only # of {name} is left.} other {Only # of {name} are left.}}", { left, name });
}

/** Returns why the cart cannot be ordered as it is; null when it can. */
export function blockedText(items: readonly RequestedItem[], shortages: Shortages): string | null {
  const sentences = items.flatMap((item) => {
    const left = leftOf(item, shortages);
    return left === null ? [] : [missingText(sizedName(item.name, item.size?.label), left)];
  });
  if (sentences.length === 0) return null;
  return `${sentences.join(" ")} ${t("Change your cart to continue.")}`;
}
