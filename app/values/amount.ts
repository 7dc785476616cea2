import { moneyText } from "./money.ts";

/** The units that the shop stores; what people type in others is converted. The database has the same list. */
export const UNITS = ["lb", "oz", "fl oz", "ct", "yd", "each"] as const;

export type Unit = (typeof UNITS)[number];

/** How much of something there is. */
export interface Amount {
  value: number;
  unit: Unit;
}

export const OUNCES_PER_POUND = 16;

/** What one unit of a thing costs: "$1.10" per "lb". */
export interface UnitPrice {
  price: string;
  per: string;
}

/**
 * By weight for a pound from one pound up, else for an ounce; by volume for a fluid ounce; cloth for a yard; what is
 * counted for one. Null where it would only repeat the price of a single thing.
 * @param priceCents what is charged now
 */
export function unitPrice(priceCents: number, amount: Amount | null): UnitPrice | null {
  if (!amount) return null;
  const { value, per } = priced(amount);
  if (per === "each" && value === 1) return null;
  return { price: smallMoneyText(priceCents / value), per };
}

function priced({ value, unit }: Amount): { value: number; per: string } {
  if (unit === "ct" || unit === "each") return { value, per: "each" };
  if (unit !== "lb" && unit !== "oz") return { value, per: unit };
  const pounds = unit === "lb" ? value : value / OUNCES_PER_POUND;
  return pounds >= 1 ? { value: pounds, per: "lb" } : { value: pounds * OUNCES_PER_POUND, per: "oz" };
}

/** "$0.72"; under ten cents "7.2¢". */
function smallMoneyText(cents: number): string {
  const tenths = Math.round(cents * 10);
  return tenths < 100 ? `${(tenths / 10).toFixed(1)}¢` : moneyText(Math.round(cents));
}
