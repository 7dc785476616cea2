import { readBarcode } from "#app/values/barcode.ts";

/** Content of a scale label, whose barcode contains a price or a weight. */
export interface ScaleLabel {
  /** The five digits of the item number on the scale. */
  itemNumber: string;
  /** Price of the piece in cents; null if the label has a weight. */
  priceCents: number | null;
  /** Weight in pounds; null if the label has a price. */
  pounds: number | null;
}

/**
 * Parses a barcode that starts with 2, which stores assign themselves (GS1 General Specifications, 2.1.12.2). UPC-A, as
 * printed by North American scales, contains the price in cents: `2 IIIII V PPPP C` with a check digit of the price, or
 * `2 IIIII PPPPP C`. EAN-13 `20` to `29`, `2X IIIII WWWWW C`, contains the weight in thousandths of a pound. Returns
 * null for any other code.
 */
export function readScaleLabel(code: string): ScaleLabel | null {
  const digits = readBarcode(code) ?? "";
  if (digits.length !== 12 && digits.length !== 13) return null;
  const [, prefix = "", itemNumber = "", value = ""] =
    /^(02|2\d)(\d{5})(\d{5})\d$/.exec(digits.padStart(13, "0")) ?? [];
  if (itemNumber === "") return null;
  return {
    itemNumber,
    ...(prefix === "02"
      ? { priceCents: Number(hasPriceCheckDigit(value) ? value.slice(1) : value), pounds: null }
      : { priceCents: null, pounds: Number(value) / 1000 }),
  };
}

/** Products of the digits 0 to 9 with the weights 2-, 3, and 5- (GS1 General Specifications, 7.9). */
const TIMES_2 = [0, 2, 4, 6, 8, 9, 1, 3, 5, 7];
const TIMES_3 = [0, 3, 6, 9, 2, 5, 8, 1, 4, 7];
const TIMES_5 = [0, 5, 9, 4, 8, 3, 7, 2, 6, 1];
const WEIGHTS = [TIMES_2, TIMES_2, TIMES_3, TIMES_5];

/** Returns whether the first of five digits is the check digit of the price in the other four. */
function hasPriceCheckDigit(value: string): boolean {
  const [check, ...price] = [...value].map(Number);
  const sum = price.reduce((total, digit, place) => total + (WEIGHTS[place]?.[digit] ?? 0), 0);
  return (sum * 3) % 10 === check;
}

/** Returns how products may name the item number of a label: with the zeros in front, or without. */
export function codesOfLabel({ itemNumber }: Pick<ScaleLabel, "itemNumber">): string[] {
  return [...new Set([itemNumber, String(Number(itemNumber))])];
}

/** Returns the weight in pounds, computed from the label's price if necessary; null if it is not above 0. */
export function poundsOfLabel({ priceCents, pounds }: ScaleLabel, perPoundCents: number): number | null {
  const found = pounds ?? (perPoundCents > 0 ? Math.round(((priceCents ?? 0) / perPoundCents) * 1000) / 1000 : 0);
  return found > 0 ? found : null;
}
