import { type Amount, OUNCES_PER_POUND, type Unit } from "./amount.ts";
import { decimalTyped } from "./decimal.ts";

const GRAMS_PER_OUNCE = 28.349523125;
const MILLILITERS_PER_FLUID_OUNCE = 29.5735295625;

/** Pattern of a unit's names, the stored unit, and the factor between them. */
const WORDS: readonly [RegExp, Unit, number][] = [
  [/^(lbs?|pounds?)$/, "lb", 1],
  [/^(oz|ounces?)$/, "oz", 1],
  [/^(fl oz|fluid ounces?)$/, "fl oz", 1],
  [/^(pts?|pints?)$/, "fl oz", 16],
  [/^(qts?|quarts?)$/, "fl oz", 32],
  [/^(gals?|gallons?)$/, "fl oz", 128],
  [/^(kgs?|kilos?|kilograms?)$/, "lb", 1000 / GRAMS_PER_OUNCE / OUNCES_PER_POUND],
  [/^(g|grams?)$/, "oz", 1 / GRAMS_PER_OUNCE],
  [/^(ml|millilit(er|re)s?)$/, "fl oz", 1 / MILLILITERS_PER_FLUID_OUNCE],
  [/^(cl|centilit(er|re)s?)$/, "fl oz", 10 / MILLILITERS_PER_FLUID_OUNCE],
  [/^(l|lit(er|re)s?)$/, "fl oz", 1000 / MILLILITERS_PER_FLUID_OUNCE],
  [/^(yds?|yards?)$/, "yd", 1],
  [/^(m|met(er|re)s?)$/, "yd", 1 / 0.9144],
  [/^(ct|count|pieces?|pcs?|pack|pk|bags?|cubes?|tubers?)$/, "ct", 1],
  [/^(each|ea)$/, "each", 1],
];

const NUMBER = String.raw`(\d[\d.,]{0,11}|[.,]\d{1,3})`;
/**
 * Matches "16 oz", "1.5 L", or "500g". An "(about …)" after it repeats the measurement in another unit and is ignored.
 */
const PLAIN = new RegExp(String.raw`^${NUMBER} ?([a-z][a-z ]*?)(?: ?\(about [^)]*\))?$`);
/** Match "6 ct (11.2 fl oz each)" and "6 x 330 ml"; the measurement is the total of all pieces. */
const MANY = [
  new RegExp(String.raw`^${NUMBER} ?(?:ct|pack|pk|cans?|bottles?) ?\(${NUMBER} ?([a-z][a-z ]*?) each\)$`),
  new RegExp(`^${NUMBER} ?[x×] ?${NUMBER} ?([a-z][a-z ]*?)$`),
];

/** Parses the measurement in a text such as "20 lb", "500 g", or "6 ct (11.2 fl oz each)"; null without one. */
export function amountFromText(text: string): Amount | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\bfl\. ?oz\b\.?/g, "fl oz");
  for (const many of MANY) {
    const [, count, each, unit] = many.exec(plain) ?? [];
    if (unit !== undefined) return amountOf(numberOf(count) * numberOf(each), unit);
  }
  const [, value, unit] = PLAIN.exec(plain) ?? [];
  return unit === undefined ? null : amountOf(numberOf(value), unit);
}

/** Returns 0 for a text that is not a number, which gives no measurement. */
function numberOf(text = ""): number {
  const number = decimalTyped(text, 3) ?? 0;
  return number < 1_000_000 ? number : 0;
}

function amountOf(value: number, word: string): Amount | null {
  const known = WORDS.find(([words]) => words.test(word.replace(/\.$/, "")));
  if (!known || !(value > 0)) return null;
  const [, unit, factor] = known;
  const converted = Math.round(value * factor * 1000) / 1000;
  if (converted === 0) return null;
  return unit === "ct" && converted === 1 ? { value: 1, unit: "each" } : { value: converted, unit };
}

/** Returns a text such as "20 lb", which `amountFromText` can parse. */
export function amountInWords({ value, unit }: Amount): string {
  return `${value} ${unit}`;
}
