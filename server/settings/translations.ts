import { readFileSync } from "node:fs";
import { join } from "node:path";
import { po } from "gettext-parser";
import { type Locale, STAFF_LOCALES } from "#app/messages/locales.ts";
import { messageKey, type Translations } from "#app/messages/t.ts";

/** Readers of a translation file: shoppers, or staff in the back office, which has fewer languages. */
export type Audience = "shoppers" | "staff";

/** Returns the path of a language's translation file. */
export function translationsFile(locale: Locale, audience: Audience): string {
  const name = audience === "staff" ? `staff-${locale}.po` : `${locale}.po`;
  return join(import.meta.dirname, "..", "..", "app", "messages", name);
}

/** Returns the paths of all translation files of a language. */
export function translationFiles(locale: Locale): string[] {
  const audiences: Audience[] = STAFF_LOCALES.includes(locale) ? ["shoppers", "staff"] : ["shoppers"];
  return audiences.map((audience) => translationsFile(locale, audience));
}

/** Reads the translations of a language, without untranslated messages. */
export function readTranslations(locale: Locale): Translations {
  const entries = translationFiles(locale)
    .flatMap((file) => Object.values(po.parse(readFileSync(file)).translations))
    .flatMap((texts) => Object.values(texts));
  return new Map(
    entries.flatMap(({ msgid, msgctxt, msgstr: [text] }) =>
      msgid && text ? [[messageKey(msgid, msgctxt), text] as const] : [],
    ),
  );
}
