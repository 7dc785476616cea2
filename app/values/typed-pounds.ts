import { decimalTyped } from "./decimal.ts";

const MAX_POUNDS = 9999;

/**
 * Parses a weight in pounds as people type it: "4.62", "4,62", or "5 lb"; `null` for anything else, or if it is not
 * above 0.
 */
export function poundsTyped(text: string): number | null {
  const number = text.trim().replace(/\s*(lb|lbs)\.?$/i, "");
  const pounds = decimalTyped(number, 3) ?? decimalTyped(number);
  return pounds !== null && pounds > 0 && pounds <= MAX_POUNDS ? pounds : null;
}
