import { poundsText, type Weight } from "#app/features/catalog/sold-by-weight.ts";
import { t } from "#app/messages/t.ts";
import { decimalTyped } from "#app/values/decimal.ts";

/** Returns the message about a weight far from the usual one, as `public.weigh_line` decides; null if it is plausible. */
export function unexpectedWeight(
  name: string,
  pounds: number,
  { poundsEach, tolerancePercent }: Weight,
): string | null {
  if (Math.abs(pounds - poundsEach) <= (poundsEach * tolerancePercent) / 100) return null;
  return t("{name} should weigh about {pounds}.", { name, pounds: poundsText(poundsEach) });
}

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
