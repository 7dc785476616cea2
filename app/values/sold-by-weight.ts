import { t } from "#app/messages/t.ts";
import { moneyText } from "./money.ts";

/** How a product is sold by weight: its prices are per pound. */
export interface Weight {
  /** Expected weight of one piece in pounds, with at most two decimals. */
  poundsEach: number;
  /** Maximum deviation from the expected weight, in percent. */
  tolerancePercent: number;
}

/** Weight data of a line sold by weight. */
export interface LineWeight extends Pick<Weight, "poundsEach"> {
  perPoundCents: number;
  /** Weight of the whole line in the bag, in pounds; null until it is weighed. */
  packedPounds: number | null;
}

/** Returns the most that one piece can cost, in cents, like `private.price_of_weight`. */
export function mostCents(perPoundCents: number, { poundsEach, tolerancePercent }: Weight): number {
  return Math.round((perPoundCents * hundredths(poundsEach) * (100 + tolerancePercent)) / 10_000);
}

/** Returns the price of a quantity at its expected weight, in cents. */
export function aboutCents(perPoundCents: number, poundsEach: number, quantity = 1): number {
  return Math.round((perPoundCents * hundredths(poundsEach) * quantity) / 100);
}

/** Returns "4.5 lb". */
export function poundsText(pounds: number): string {
  return `${Number(pounds.toFixed(3))} lb`;
}

/** Returns the expected weight of a quantity, such as "about 9 lb". */
export function expectedText({ poundsEach }: Pick<Weight, "poundsEach">, quantity: number): string {
  return t("about {weight}", { weight: poundsText((hundredths(poundsEach) * quantity) / 100) });
}

/** Returns "about 9 lb at $9.99/lb", or "4.62 lb at $9.99/lb" once the line is weighed. */
export function lineWeightText({ poundsEach, perPoundCents, packedPounds }: LineWeight, quantity: number): string {
  const weight = packedPounds === null ? expectedText({ poundsEach }, quantity) : poundsText(packedPounds);
  return t("{weight} at {amount}/lb", { weight, amount: moneyText(perPoundCents) });
}

/** Weights have two decimals; computing in hundredths avoids rounding errors. */
function hundredths(pounds: number): number {
  return Math.round(pounds * 100);
}
