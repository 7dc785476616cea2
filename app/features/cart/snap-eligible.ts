import { type CartItem, type LineKey, lineKey } from "./cart.ts";

/** Returns the price of the lines that SNAP EBT pays for, before discount codes, in cents. */
export function snapEligibleCents(
  items: readonly CartItem[],
  notes: ReadonlyMap<LineKey, { isSnapEligible: boolean }>,
): number {
  return items
    .filter((item) => notes.get(lineKey(item))?.isSnapEligible)
    .reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
}
