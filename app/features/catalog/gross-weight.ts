import { decimalTyped } from "#app/values/decimal.ts";

export type WeightUnit = "lb" | "oz" | "g" | "kg";

/** Gross weight of a packed item, in the unit that was typed. */
export type GrossWeight = { value: number; unit: WeightUnit };

const UNITS: readonly [RegExp, WeightUnit][] = [
  [/^(|lbs?|pounds?)$/, "lb"],
  [/^(oz|ounces?)$/, "oz"],
  [/^(g|grams?)$/, "g"],
  [/^(kgs?|kilograms?)$/, "kg"],
];

/** Parses "2.5 lb", "500 g", or pounds without a unit, like `private.read_weight`; null if it is not a weight. */
export function readWeight(typed: string): GrossWeight | null {
  const [, number = "", word = ""] = /^([\d.,]+)\s*([a-z]*)\.?$/.exec(typed.trim().toLowerCase()) ?? [];
  const value = decimalTyped(number, 3);
  const unit = UNITS.find(([words]) => words.test(word))?.[1];
  return value === null || value < 0.001 || value > 9_999_999.999 || unit === undefined ? null : { value, unit };
}

/** Returns "2.5 lb" for a row of `inventory_items`; "" without a weight. */
export function weightFromRow(row: { weight: number | null; weight_unit: WeightUnit | null }): string {
  return weightText(
    row.weight !== null && row.weight_unit !== null ? { value: row.weight, unit: row.weight_unit } : null,
  );
}

/** Returns "2.5 lb", as the database formats it; "" without a weight. */
export function weightText(weight: GrossWeight | null): string {
  return weight === null ? "" : `${weight.value} ${weight.unit}`;
}
