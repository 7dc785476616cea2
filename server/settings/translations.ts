import { readFileSync } from "node:fs";
import { join } from "node:path";
import { po } from "gettext-parser";
import type { Locale } from "#app/messages/locales.ts";
import { messageKey, type Translations } from "#app/messages/t.ts";

/** Returns the file that holds the translations of a language. */
export function translationsFile(locale: Locale): string {
  return join(import.meta.dirname, "..", "..", "app", "messages", `${locale}.po`);
}

/** Reads the translations of a language; a message without one is left out. */
export function readTranslations(locale: Locale): Translations {
  const { translations } = po.parse(readFileSync(translationsFile(locale)));
  const entries = Object.values(translations).flatMap((texts) => Object.values(texts));
  return new Map(
    entries.flatMap(({ msgid, msgctxt, msgstr: [text] }) =>
      msgid && text ? [[messageKey(msgid, msgctxt), text] as const] : [],
    ),
  );
}
