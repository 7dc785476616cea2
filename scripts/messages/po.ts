import { type GetTextTranslation, po } from "gettext-parser";
import { isLocale, type Locale } from "#app/messages/locales.ts";
import { messageKey, type Translations } from "#app/messages/t.ts";
import type { CatalogMessage } from "./catalog.ts";

/** Writes a language's messages as a gettext file, which translators' tools read, with notes and source files. */
export function exportPo(
  locale: Locale,
  messages: ReadonlyMap<string, CatalogMessage>,
  translations: Translations,
): string {
  const entries: Record<string, Record<string, GetTextTranslation>> = {};
  for (const [key, { text, context, uses }] of messages) {
    const group = context ?? "";
    entries[group] ??= {};
    entries[group][text] = {
      msgid: text,
      ...(context === undefined ? {} : { msgctxt: context }),
      msgstr: [translations.get(key) ?? ""],
      comments: {
        extracted: listOnce([...uses.map(({ note }) => note), ...uses.map(({ place }) => place)]).join("; "),
        reference: listOnce(uses.map(({ file }) => file)).join("\n"),
      },
    };
  }
  const headers = { Language: locale, "Content-Type": "text/plain; charset=utf-8" };
  return po.compile({ charset: "utf-8", headers, translations: entries }, { foldLength: 0 }).toString();
}

/**
 * Reads the translations of a gettext file, without empty and fuzzy ones.
 * @throws Error if the file names no language of the store
 */
export function importPo(file: Uint8Array): { locale: Locale; translations: Translations } {
  const { headers, translations } = po.parse(Buffer.from(file));
  const locale = (headers["Language"] ?? "").slice(0, 2);
  if (!isLocale(locale)) throw new Error(`The file's header "Language" names no language of the store.`);
  const entries = Object.values(translations)
    .flatMap((texts) => Object.values(texts))
    .filter(({ msgid, comments }) => msgid !== "" && !comments?.flag?.includes("fuzzy"));
  return {
    locale,
    translations: new Map(
      entries.flatMap(({ msgid, msgctxt, msgstr: [text] }) => (text ? [[messageKey(msgid, msgctxt), text]] : [])),
    ),
  };
}

function listOnce(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}
