import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LOCALE, isLocale, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { CATALOGS, readCatalog, readMessages, sourceFiles, writeCatalogs } from "./catalog.ts";
import { literalsOf } from "./literals.ts";
import { pseudoText } from "./pseudo-text.ts";

/**
 * `npm run messages`: updates the translation files from the sources. `npm run messages -- --literals
 * app/features/cart` lists the texts in a folder that are not messages. `npm run messages -- --pseudo es` replaces a
 * language's translations with long, accented texts, to find truncated texts and missing messages.
 */
const [option, ...paths] = process.argv.slice(2);

if (option === "--literals") {
  for (const file of sourceFiles().filter((name) => paths.some((path) => name.startsWith(path)))) {
    const code = readFileSync(join(import.meta.dirname, "..", "..", file), "utf8");
    for (const { line, text } of literalsOf(file, code)) console.log(`${file}:${line}: ${JSON.stringify(text)}`);
  }
} else if (option === "--pseudo") {
  const [locale = ""] = paths;
  if (!isLocale(locale) || locale === DEFAULT_LOCALE) throw new Error("Name a language that has translations.");
  writeCatalogs(locale, readMessages(), pseudoText);
} else {
  const messages = readMessages();
  for (const locale of TRANSLATED_LOCALES) writeCatalogs(locale, messages);
  for (const catalog of CATALOGS) {
    const entries = readCatalog(catalog);
    const missing = entries.filter(({ msgstr: [text] }) => !text).length;
    console.log(`${catalog.locale}, ${catalog.audience}: ${entries.length} messages, ${missing} without translation`);
  }
}
