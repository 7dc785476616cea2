import { keysOf } from "./typed-object.ts";

/** Customer's preference for a product that is out of stock while packing. */
export type SubstitutionPreference = "replace" | "contact" | "leave_out";

export const PREFERENCE_LABELS: Readonly<Record<SubstitutionPreference, string>> = {
  replace: "Replace with the closest",
  contact: "Call or text me first",
  leave_out: "Leave it out and refund",
};

export const PREFERENCES: readonly SubstitutionPreference[] = keysOf(PREFERENCE_LABELS);

/** Maximum length, as in the database. */
export const MAX_CHARACTERS_OF_ORDER_NOTE = 300;
export const MAX_CHARACTERS_OF_LINE_NOTE = 120;

/** Parses a preference; null for anything else, because anyone can edit localStorage and form fields. */
export function preferenceFrom(text: unknown): SubstitutionPreference | null {
  return PREFERENCES.find((preference) => preference === text) ?? null;
}

/** Signs that no note may hold: control characters, and what turns the direction of writing. */
const UNFIT = /[^\P{Cc}\n]|[\u2028-\u202e\u2066-\u2069]/gu;

/** A note of a few lines as the database takes it. */
export function noteFrom(typed: string, maxCharacters: number): string {
  return typed.replaceAll(/\r\n?/g, "\n").replaceAll(UNFIT, " ").slice(0, maxCharacters);
}

/** A note of one line as the database takes it. */
export function lineNoteFrom(typed: string): string {
  return noteFrom(typed, MAX_CHARACTERS_OF_LINE_NOTE).replaceAll("\n", " ");
}
