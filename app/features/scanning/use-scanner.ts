import { useRef } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useRead } from "#app/platform/use-read.ts";
import { useEventListener } from "#app/ui/use-event-listener.ts";
import { readScan } from "#app/values/barcode.ts";
import { hasCodes } from "./item-codes.ts";

/**
 * Maximum pause between two keys of a scanner, in ms, including Bluetooth ones; few people type four keys that fast.
 */
const MAX_PAUSE_MS = 100;
/** Shorter than every barcode and PLU. */
const MIN_LENGTH = 4;

/** Recent keys that may come from a scanner, which acts as a keyboard and ends with Enter. */
interface ScannerKeys {
  text: string;
  /** Time of the last key, in ms. */
  lastAt: number;
}

export const NO_KEYS: ScannerKeys = { text: "", lastAt: Number.NEGATIVE_INFINITY };

/** Adds a key. @returns the keys so far, and the code once Enter ends a fast sequence */
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

/**
 * Reads codes from a USB or Bluetooth scanner while no field has the focus and no dialog is open. A focused field
 * receives the code as typed text.
 * @param isOn otherwise codes are ignored
 */
export function useScanner(onScan: (code: string) => void, isOn = true): void {
  const keys = useRef(NO_KEYS);
  useEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
        keys.current = NO_KEYS;
        return;
      }
      const next = withKey(keys.current, event.key, event.timeStamp);
      keys.current = next.keys;
      if (next.code === null) return;
      // The scanner's Enter would press the focused button, also of a dialog.
      event.preventDefault();
      event.stopPropagation();
      if (isOn && document.querySelector("dialog[open]") === null) onScan(next.code);
    },
    true,
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select") !== null;
}

/** Returns whether any product has a barcode or an SKU; false until known, and true if that can't be read. For staff. */
export function useHasCodes(): boolean {
  const { data, isError } = useRead(["any-codes"], () => hasCodes(getBrowserData()));
  return data ?? isError;
}
