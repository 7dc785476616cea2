import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LOCALE, type Locale, STAFF_LOCALES } from "#app/messages/locales.ts";
import type { Translations } from "#app/messages/t.ts";

/** Readers of a translation file: shoppers, or staff in the back office, which has fewer languages. */
export type Audience = "shoppers" | "staff";

/** Returns the path of a language's translation file. */
export function translationsFile(locale: Locale, audience: Audience): string {
  const name = audience === "staff" ? `staff-${locale}.json` : `${locale}.json`;
  return join(import.meta.dirname, "..", "..", "app", "messages", name);
}

/** Reads the translations of a language, without untranslated messages. English has none. */
export function readTranslations(locale: Locale): Translations {
  if (locale === DEFAULT_LOCALE) return new Map();
  const audiences: Audience[] = STAFF_LOCALES.includes(locale) ? ["shoppers", "staff"] : ["shoppers"];
  const texts = audiences.flatMap((audience) =>
    Object.entries<string>(JSON.parse(readFileSync(translationsFile(locale, audience), "utf8"))),
  );
  return new Map(texts.filter(([, text]) => text !== ""));
}
