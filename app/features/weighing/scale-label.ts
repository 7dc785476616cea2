import { readBarcode } from "#app/values/barcode.ts";

/** Content of a scale label, which has a price or a weight inside its barcode. */
export interface ScaleLabel {
  /** Number of the product on the scale, without leading zeros. */
  itemNumber: string;
  /** Cents of the whole piece; null if the label has its weight. */
  priceCents: number | null;
  /** Pounds; null if the label has its price. */
  pounds: number | null;
}

/**
 * Reads a barcode that starts with 2, which stores give out themselves (GS1 General Specifications, 2.1.12.2):
 * UPC-A as North American scales print it, `2 IIIII V PPPP C`, has the price in cents; EAN-13 `20` to `29`,
 * `2X IIIII WWWWW C`, has the weight in thousandths of a pound. Null for any other code.
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
      ? // The first digit checks the price.
        { priceCents: Number(value.slice(1)), pounds: null }
      : { priceCents: null, pounds: Number(value) / 1000 }),
  };
}

/** Returns the pounds that a label means for a product of this price per pound; null without any. */
export function poundsOfLabel({ priceCents, pounds }: ScaleLabel, perPoundCents: number): number | null {
  const found = pounds ?? (perPoundCents > 0 ? Math.round(((priceCents ?? 0) / perPoundCents) * 1000) / 1000 : 0);
  return found > 0 ? found : null;
}
