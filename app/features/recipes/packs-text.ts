import { decimalTyped } from "#app/values/decimal.ts";

/** Fraction characters with their values, rounded like in the database. */
const SIGNS: Readonly<Record<string, number>> = {
  "½": 0.5,
  "⅓": 0.333,
  "⅔": 0.667,
  "¼": 0.25,
  "¾": 0.75,
  "⅛": 0.125,
};
const TENTHS_AND_FIFTHS: Readonly<Record<string, string>> = { "0.1": "1/10", "0.2": "1/5", "0.4": "2/5" };
const DIGITS = 3;

/** Formats a number of packs: "2", "½", "1 ½", or "1/10"; "" for none. */
export function packsText(packs: number | null): string {
  if (packs === null) return "";
  const whole = Math.floor(packs);
  const rest = Number((packs - whole).toFixed(DIGITS));
  if (rest === 0) return String(whole);
  const sign = Object.keys(SIGNS).find((each) => SIGNS[each] === rest) ?? TENTHS_AND_FIFTHS[String(rest)];
  if (sign === undefined) return String(packs);
  return whole === 0 ? sign : `${whole} ${sign}`;
}

/** Parses a number of packs typed as "2", "0.5", "1/2", "½", or "1 ½"; returns null for anything else. */
export function packsFromText(text: string): number | null {
  const parts = /^(?:(\d{1,3})\s*)??(?:(\d{1,3})\s*\/\s*(\d{1,3})|([½⅓⅔¼¾⅛]))$/.exec(text.trim());
  if (!parts) return decimalTyped(text, DIGITS);
  const [, whole = "0", over, under, sign] = parts;
  const fraction = sign === undefined ? Number(over) / Number(under) : (SIGNS[sign] ?? Number.NaN);
  const packs = Number((Number(whole) + fraction).toFixed(DIGITS));
  return Number.isFinite(packs) ? packs : null;
}
