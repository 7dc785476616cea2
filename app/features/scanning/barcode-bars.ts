import JsBarcode from "jsbarcode";
import { barcodeKey, hasCheckDigit } from "#app/values/barcode.ts";

/** Returns JsBarcode's name for the symbology of a barcode. */
function symbologyOf(barcode: string): string {
  if (!/^\d+$/.test(barcode)) return "CODE128";
  if (barcode.length === 13 && hasCheckDigit(barcode)) return "EAN13";
  if (barcode.length === 12 && hasCheckDigit(barcode)) return "UPC";
  if (barcode.length === 14 && hasCheckDigit(barcode)) return "ITF14";
  // A UPC-E is drawn as the UPC-A that it abbreviates.
  if (barcode.length === 8 && !barcodeKey(barcode).startsWith("000000")) return "UPC";
  return barcode.length === 8 && hasCheckDigit(barcode) ? "EAN8" : "CODE128";
}

/**
 * Encodes a barcode in its retail symbology, or the store's own number as Code 128.
 * @returns its bars, with "1" for black and one character per module, and the quiet zone on each side, in modules
 * @throws when it cannot be encoded
 */
export function barsOf(barcode: string) {
  const symbology = symbologyOf(barcode);
  const text = symbology === "UPC" ? barcodeKey(barcode).slice(-12) : barcode;
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format: symbology, flat: true });
  const bars = (drawn.encodings ?? []).map(({ data }) => data).join("");
  if (bars === "") throw new Error(`No bars for ${barcode}.`);
  return { bars, quiet: 11 };
}
