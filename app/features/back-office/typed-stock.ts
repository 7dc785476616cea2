import type { Availability } from "#app/features/catalogue/product.ts";

const MOST_IN_STOCK = 1_000_000;

/** A whole number from 0 to a million; anything else is null. */
export function countTyped(text: string): number | null {
  const typed = text.trim();
  return /^\d{1,7}$/.test(typed) && Number(typed) <= MOST_IN_STOCK ? Number(typed) : null;
}

export function availabilityFrom(text: string): Availability {
  return text === "sold_out" || text === "counted" ? text : "available";
}
