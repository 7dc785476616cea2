import type { Availability } from "#app/features/catalog/product.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";

const MAX_IN_STOCK = 1_000_000;

/** Returns a whole number from 0 to a million; null for any other text. */
export function countTyped(text: string): number | null {
  const count = wholeNumberTyped(text);
  return count !== null && count <= MAX_IN_STOCK ? count : null;
}

export function availabilityFrom(text: string): Availability {
  return text === "sold_out" || text === "counted" ? text : "available";
}
