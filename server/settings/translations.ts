import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locale, STAFF_LOCALES } from "#app/messages/locales.ts";
import type { Translations } from "#app/messages/t.ts";

/** Readers of a translation file: shoppers, or staff in the back office, which has fewer languages. */
export type Audience = "shoppers" | "staff";

/** Returns the path of a language's translation file. */
export function translationsFile(locale: Locale, audience: Audience): string {
  const name = audience === "staff" ? `staff-${locale}.json` : `${locale}.json`;
  return join(import.meta.dirname, "..", "..", "app", "messages", name);
}

/** Returns the paths of all translation files of a language. */
export function translationFiles(locale: Locale): string[] {
  const audiences: Audience[] = STAFF_LOCALES.includes(locale) ? ["shoppers", "staff"] : ["shoppers"];
  return audiences.map((audience) => translationsFile(locale, audience));
}

/** Reads the translations of a language, without untranslated messages. */
export function readTranslations(locale: Locale): Translations {
  const texts = translationFiles(locale).flatMap((file) =>
    Object.entries<string>(JSON.parse(readFileSync(file, "utf8"))),
  );
  return new Map(texts.filter(([, text]) => text !== ""));
}
