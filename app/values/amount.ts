import { moneyText } from "./money.ts";

/** Units that the store saves; others are converted. The database has the same list. */
export const UNITS = ["lb", "oz", "fl oz", "ct", "yd", "each"] as const;

export type Unit = (typeof UNITS)[number];

/** A measurement with its unit. */
export type Amount = { value: number; unit: Unit };

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

/** Returns how many packages a measurement fills; null if the dimensions differ. */
export function packsIn(amount: Amount, pack: Amount): number | null {
  const [measure, size] = MEASURES[amount.unit];
  const [packMeasure, packSize] = MEASURES[pack.unit];
  return measure === packMeasure ? (amount.value * size) / (pack.value * packSize) : null;
}

/** Price of one unit, such as "$1.10" per "lb". */
export type UnitPrice = { price: string; per: string };

/** Unit of weights in unit prices. */
export type WeightUnit = "lb" | "oz";

/**
 * Returns the unit price: weights per `weightUnit`, volumes per fluid ounce, fabrics per yard, counted products per
 * piece. Null if it would repeat the price of a single piece.
 * @param priceCents current price
 * @param weightUnit unit of the category, so that its products can be compared
 */
export function unitPrice(priceCents: number, amount: Amount | null, weightUnit: WeightUnit): UnitPrice | null {
  if (!hasUnitPrice(amount)) return null;
  const { value, per } = priced(amount, weightUnit);
  return { price: smallMoneyText(priceCents / value), per };
}

/** Returns whether the unit price differs from the price. */
export function hasUnitPrice(amount: Amount | null): amount is Amount {
  return amount !== null && !(MEASURES[amount.unit][0] === "count" && amount.value === 1);
}

function priced({ value, unit }: Amount, weightUnit: WeightUnit): { value: number; per: string } {
  if (unit === "ct" || unit === "each") return { value, per: "each" };
  if (unit !== "lb" && unit !== "oz") return { value, per: unit };
  return { value: (value * MEASURES[unit][1]) / MEASURES[weightUnit][1], per: weightUnit };
}

/** Returns "$0.72", or "7.2¢" for less than ten cents. */
function smallMoneyText(cents: number): string {
  const tenths = Math.round(cents * 10);
  return tenths < 100 ? `${(tenths / 10).toFixed(1)}¢` : moneyText(Math.round(cents));
}
