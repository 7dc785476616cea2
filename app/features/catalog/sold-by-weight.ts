import { t } from "#app/messages/t.ts";
import { moneyText } from "#app/values/money.ts";

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
  /** Maximum price of what is in the bag; without it, any weight costs its price. */
  maxCents?: number;
}

/** Returns the most that one piece can cost, in cents, like `private.price_of_weight`. */
export function mostCents(perPoundCents: number, { poundsEach, tolerancePercent }: Weight): number {
  return Math.round((perPoundCents * hundredths(poundsEach) * (100 + tolerancePercent)) / 10_000);
}

/** Returns the price of a quantity at its expected weight, in cents. */
export function aboutCents(perPoundCents: number, poundsEach: number, quantity = 1): number {
  return Math.round((perPoundCents * hundredths(poundsEach) * quantity) / 100);
}

/** Returns the price of a weight, in cents, like `private.weighed_cents`. */
export function poundsCents(perPoundCents: number, pounds: number): number {
  return Math.round((perPoundCents * Math.round(pounds * 1000)) / 1000);
}

/** Returns "4.5 lb". */
export function poundsText(pounds: number): string {
  return `${Number(pounds.toFixed(3))} lb`;
}

/** Returns the expected weight of a quantity, such as "about 9 lb". */
export function expectedText({ poundsEach }: Pick<Weight, "poundsEach">, quantity: number): string {
  return t("about {weight}", { weight: poundsText((hundredths(poundsEach) * quantity) / 100) });
}

/**
 * Returns "about 9 lb at $9.99/lb", or "4.62 lb × $9.99 = $46.15" once the line is weighed. More than the maximum costs
 * the maximum.
 */
export function lineWeightText(line: LineWeight, quantity: number): string {
  const { poundsEach, perPoundCents, packedPounds, maxCents } = line;
  const amount = moneyText(perPoundCents);
  if (packedPounds === null)
    return t("{weight} at {amount}/lb", { weight: expectedText({ poundsEach }, quantity), amount });
  const exactCents = poundsCents(perPoundCents, packedPounds);
  const weight = poundsText(packedPounds);
  return maxCents !== undefined && exactCents > maxCents
    ? t("{weight} × {amount}, at most {price}", { weight, amount, price: moneyText(maxCents) })
    : `${weight} × ${amount} = ${moneyText(exactCents)}`;
}

/** Weights have two decimals; computing in hundredths avoids rounding errors. */
function hundredths(pounds: number): number {
  return Math.round(pounds * 100);
}
