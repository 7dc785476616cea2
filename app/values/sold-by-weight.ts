import { t } from "#app/messages/t.ts";
import { moneyText } from "./money.ts";

/** How a product is sold by weight: its prices are per pound. */
export interface Weight {
  /** About how many pounds each one weighs, in hundredths at the finest. */
  poundsEach: number;
  /** By how many percent it may weigh more or less. */
  tolerancePercent: number;
}

/** A line of goods sold by weight. */
export interface LineWeight extends Pick<Weight, "poundsEach"> {
  perPoundCents: number;
  /** Pounds of the whole line in the bag; null until it is weighed. */
  packedPounds: number | null;
}

/** Returns the most that one can cost, in cents. The database computes the same in `private.price_of_weight`. */
export function mostCents(perPoundCents: number, { poundsEach, tolerancePercent }: Weight): number {
  return Math.round((perPoundCents * hundredths(poundsEach) * (100 + tolerancePercent)) / 10_000);
}

/** Returns what so many cost if they weigh what is expected, in cents. */
export function aboutCents(perPoundCents: number, poundsEach: number, quantity = 1): number {
  return Math.round((perPoundCents * hundredths(poundsEach) * quantity) / 100);
}

/** "4.5 lb". */
export function poundsText(pounds: number): string {
  return `${Number(pounds.toFixed(3))} lb`;
}

/** "about 9 lb", what so many should weigh together. */
export function expectedText({ poundsEach }: Pick<Weight, "poundsEach">, quantity: number): string {
  return t("about {weight}", { weight: poundsText((hundredths(poundsEach) * quantity) / 100) });
}

/** "about 9 lb at $9.99/lb", or "4.62 lb at $9.99/lb" once it is weighed. */
export function lineWeightText({ poundsEach, perPoundCents, packedPounds }: LineWeight, quantity: number): string {
  const weight = packedPounds === null ? expectedText({ poundsEach }, quantity) : poundsText(packedPounds);
  return t("{weight} at {amount}/lb", { weight, amount: moneyText(perPoundCents) });
}

/** Weights have two decimals; products of fractions would not be exact. */
function hundredths(pounds: number): number {
  return Math.round(pounds * 100);
}
