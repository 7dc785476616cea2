import { readScan } from "#app/values/barcode.ts";

/**
 * Maximum pause between two keys of a scanner, in ms, including Bluetooth ones; few people type four keys that fast.
 */
const MAX_PAUSE_MS = 100;
/** Shorter than every barcode and PLU. */
const MIN_LENGTH = 4;

/** Recent keys that may come from a scanner, which acts as a keyboard and ends with Enter. */
export interface ScannerKeys {
  text: string;
  /** Time of the last key, in ms. */
  lastAt: number;
}

export const NO_KEYS: ScannerKeys = { text: "", lastAt: Number.NEGATIVE_INFINITY };

/**
 * Adds a key.
 * @returns the keys so far, and the code once Enter ends a fast sequence
 */
export function withKey(
  { text, lastAt }: ScannerKeys,
  key: string,
  at: number,
): { keys: ScannerKeys; code: string | null } {
  const isFast = at - lastAt <= MAX_PAUSE_MS;
  if (key === "Enter") {
    const code = isFast && text.length >= MIN_LENGTH ? readScan(text) : null;
    return { keys: NO_KEYS, code };
  }
  // A scanner sends Shift between capital letters.
  if (key.length !== 1) return { keys: key === "Shift" ? { text, lastAt } : NO_KEYS, code: null };
  return { keys: { text: isFast ? text + key : key, lastAt: at }, code: null };
}
