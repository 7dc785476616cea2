import { t } from "#app/messages/t.ts";

/**
 * Returns whether the last digit is the check digit of a GTIN.
 * @see https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Expands the 8 digits of a UPC-E to the 12 digits of its UPC-A. */
function upcADigits(upcE: string): string {
  const last = Number(upcE[6]);
  const middle =
    last <= 2
      ? `${upcE.slice(1, 3)}${last}0000${upcE.slice(3, 6)}`
      : last === 3
        ? `${upcE.slice(1, 4)}00000${upcE.slice(4, 6)}`
        : last === 4
          ? `${upcE.slice(1, 5)}00000${upcE.slice(5, 6)}`
          : `${upcE.slice(1, 6)}0000${last}`;
  return `${upcE[0]}${middle}${upcE[7]}`;
}

/**
 * Returns the code in what a scanner sends: full-width digits become digits, and the symbology in front (`]E0`) and
 * GS1's `01` before a GTIN-14 are left out, with everything after it (GS1 General Specifications, 5.1.2 and 7.2).
 */
export function readScan(text: string): string {
  const code = text
    .normalize("NFKC")
    .trim()
    .replace(/^\][A-Za-z]\d/, "");
  const gtin = /^(?:01|\(01\))(\d{14})/.exec(code)?.[1];
  return gtin && hasCheckDigit(gtin) ? gtin : code;
}

/**
 * Parses a barcode: a GTIN (EAN, UPC-A, UPC-E) with its check digit, a PLU, or the store's own number; null if invalid,
 * "" for an empty text. The database uses the same rules (`private.read_barcode`).
 */
export function readBarcode(typed: string): string | null {
  const plain = typed.trim();
  const digits = plain.replaceAll(/[\s-]/g, "");
  if (plain === "") return "";
  if (!/^\d+$/.test(digits)) {
    // Rejects a number such as 7.3E+11, which a spreadsheet makes of a barcode.
    return /^[A-Za-z0-9][A-Za-z0-9 ./+_-]{0,39}$/.test(plain) && !/^[\d.,]+e\+\d+$/i.test(plain) ? plain : null;
  }
  if (isGtinLength(digits)) return hasCheckDigit(digits) || isUpcE(digits) ? digits : null;
  // Restores the leading zero that a spreadsheet removed.
  if ((digits.length === 7 || digits.length === 11) && hasCheckDigit(digits)) return `0${digits}`;
  return digits.length <= 20 ? digits : null;
}

function isGtinLength(digits: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(digits);
}

function isUpcE(digits: string): boolean {
  return /^[01]\d{7}$/.test(digits) && hasCheckDigit(upcADigits(digits));
}

/**
 * Returns a key that all barcodes of an item share, like `private.barcode_key`: scanners read a UPC-A with and without
 * its leading zero, or shortened as a UPC-E. "" for none.
 */
export function barcodeKey(barcode: string): string {
  if (isUpcE(barcode)) return upcADigits(barcode).padStart(14, "0");
  return isGtinLength(barcode) ? barcode.padStart(14, "0") : barcode.toUpperCase();
}

/** Returns the problem with a typed barcode; null if it is valid. */
export function barcodeProblem(typed: string): string | null {
  if (readBarcode(typed) !== null) return null;
  return isGtinLength(typed.replaceAll(/[\s-]/g, ""))
    ? t("The check digit is wrong. Compare the number with the label.")
    : t("Enter the digits under the bars, or a number of your own.");
}
