import { t } from "#app/messages/t.ts";

/** Customer's preference for a product that is out of stock while packing. */
export type SubstitutionPreference = "replace" | "contact" | "leave_out";

export const PREFERENCES: readonly SubstitutionPreference[] = ["replace", "contact", "leave_out"];

export function preferenceLabel(preference: SubstitutionPreference): string {
  const texts = {
    replace: t("Replace with the closest"),
    contact: t("Call or text me first"),
    leave_out: t("Leave it out and refund"),
  };
  return texts[preference];
}

/** Maximum lengths, as in the database. */
export const MAX_CHARACTERS_OF_ORDER_NOTE = 300;
export const MAX_CHARACTERS_OF_LINE_NOTE = 120;

/** Parses a preference; null for anything else, because anyone can edit localStorage and form fields. */
export function preferenceFrom(text: unknown): SubstitutionPreference | null {
  return PREFERENCES.find((preference) => preference === text) ?? null;
}

/** Characters that notes may not contain: control characters, line separators, and text direction marks. */
const UNFIT = /[^\P{Cc}\n]|[\u2028-\u202e\u2066-\u2069]/gu;

/** Returns a note of several lines as the database accepts it. */
export function noteFrom(typed: string, maxCharacters: number): string {
  return typed.replaceAll(/\r\n?/g, "\n").replaceAll(UNFIT, " ").slice(0, maxCharacters);
}

/** Returns a note of one line as the database accepts it. */
export function lineNoteFrom(typed: string): string {
  return noteFrom(typed, MAX_CHARACTERS_OF_LINE_NOTE).replaceAll("\n", " ");
}
