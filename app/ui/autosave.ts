import { readStored, writeStored } from "#app/values/device-storage.ts";
import { isSameJson } from "#app/values/merge-changes.ts";
import { fieldsOf, parsedJson } from "#app/values/unknown-value.ts";

/** Unsaved form values, kept on this device so that a closed tab loses nothing. */
export interface Autosave<Typed> {
  typed: Typed;
  /** ISO 8601. */
  at: string;
}

/** Maximum number of characters, which must fit a pasted table of two thousand rows. */
const LONGEST = 1_000_000;

/** @param key from `useTypingKey`, which separates the values of different users */
export function readAutosave<Typed>(key: string | null): Autosave<Typed> | null {
  if (key === null) return null;
  const { typed, at } = fieldsOf(parsedJson(readStored(key)));
  const isValid = typeof typed === "object" && typed !== null && !Number.isNaN(Date.parse(String(at)));
  return isValid ? { typed: typed as Typed, at: String(at) } : null;
}

/** Returns the values that differ from the saved ones; others are autosaved by no form, because they may change. */
export function changedValues<Values extends object>(saved: Values, typed: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => !isSameJson(value, saved[name as keyof Values])),
  ) as Partial<Values>;
}

export function autosave(key: string | null, typed: unknown): void {
  const text = JSON.stringify({ typed, at: new Date().toISOString() });
  if (key !== null && text.length <= LONGEST) writeStored(key, text);
}

export function discardAutosave(key: string | null): void {
  if (key !== null) writeStored(key, null);
}
