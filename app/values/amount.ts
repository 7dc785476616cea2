import { moneyText } from "./money.ts";

/** Units that the store saves; others are converted. The database has the same list. */
export const UNITS = ["lb", "oz", "fl oz", "ct", "yd", "each"] as const;

export type Unit = (typeof UNITS)[number];

/** How much of something there is. */
export interface Amount {
  value: number;
  unit: Unit;
}

export const OUNCES_PER_POUND = 16;

/** Dimension and size of each unit. */
const MEASURES: Record<Unit, [measure: string, size: number]> = {
  lb: ["weight", OUNCES_PER_POUND],
  oz: ["weight", 1],
  "fl oz": ["volume", 1],
  yd: ["length", 1],
  ct: ["count", 1],
  each: ["count", 1],
};

/** Returns how many packages the amount fills; null if the dimensions differ. */
export function packsIn(amount: Amount, pack: Amount): number | null {
  const [measure, size] = MEASURES[amount.unit];
  const [packMeasure, packSize] = MEASURES[pack.unit];
  return measure === packMeasure ? (amount.value * size) / (pack.value * packSize) : null;
}

/** Price of one unit: "$1.10" per "lb". */
export interface UnitPrice {
  price: string;
  per: string;
}

/**
 * Returns the price per unit: weights per pound from one pound up, else per ounce; volumes per fluid ounce; cloth
 * per yard; counted products per piece. Null if it would repeat the price of a single one.
 * @param priceCents current price
 * @param beside amounts that it is compared with: if one is a pound or more, all weights are per pound
 */
export function unitPrice(
  priceCents: number,
  amount: Amount | null,
  beside: readonly (Amount | null)[] = [],
): UnitPrice | null {
  if (!amount) return null;
  const { value, per } = priced(
    amount,
    [amount, ...beside].some((each) => each !== null && poundsIn(each) >= 1),
  );
  if (per === "each" && value === 1) return null;
  return { price: smallMoneyText(priceCents / value), per };
}

function priced(amount: Amount, isByPound: boolean): { value: number; per: string } {
  const { value, unit } = amount;
  if (unit === "ct" || unit === "each") return { value, per: "each" };
  if (unit !== "lb" && unit !== "oz") return { value, per: unit };
  const pounds = poundsIn(amount);
  return isByPound ? { value: pounds, per: "lb" } : { value: pounds * OUNCES_PER_POUND, per: "oz" };
}

/** None where it is no weight. */
function poundsIn({ value, unit }: Amount): number {
  if (unit === "lb") return value;
  return unit === "oz" ? value / OUNCES_PER_POUND : 0;
}

/** "$0.72"; under ten cents "7.2¢". */
function smallMoneyText(cents: number): string {
  const tenths = Math.round(cents * 10);
  return tenths < 100 ? `${(tenths / 10).toFixed(1)}¢` : moneyText(Math.round(cents));
}
