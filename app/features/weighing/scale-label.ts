import { readBarcode } from "#app/values/barcode.ts";

/** Content of a scale label, whose barcode contains a price or a weight. */
export interface ScaleLabel {
  /** Item number on the scale, without leading zeros. */
  itemNumber: string;
  /** Price of the piece in cents; null if the label has a weight. */
  priceCents: number | null;
  /** Weight in pounds; null if the label has a price. */
  pounds: number | null;
}

/**
 * Parses a barcode that starts with 2, which stores assign themselves (GS1 General Specifications, 2.1.12.2). UPC-A, as
 * printed by North American scales, `2 IIIII V PPPP C`, contains the price in cents; EAN-13 `20` to `29`, `2X IIIII
 * WWWWW C`, contains the weight in thousandths of a pound. Returns null for any other code.
 */
export function readScaleLabel(code: string): ScaleLabel | null {
  const digits = readBarcode(code) ?? "";
  if (digits.length !== 12 && digits.length !== 13) return null;
  const [, prefix = "", itemNumber = "", value = ""] =
    /^(02|2\d)(\d{5})(\d{5})\d$/.exec(digits.padStart(13, "0")) ?? [];
  if (itemNumber === "") return null;
  return {
    itemNumber: String(Number(itemNumber)),
    ...(prefix === "02"
      ? // The first digit is the check digit of the price.
        { priceCents: Number(value.slice(1)), pounds: null }
      : { priceCents: null, pounds: Number(value) / 1000 }),
  };
}

/** Returns the weight in pounds, computed from the label's price if necessary; null if it is not above 0. */
export function poundsOfLabel({ priceCents, pounds }: ScaleLabel, perPoundCents: number): number | null {
  const found = pounds ?? (perPoundCents > 0 ? Math.round(((priceCents ?? 0) / perPoundCents) * 1000) / 1000 : 0);
  return found > 0 ? found : null;
}
