import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LOCALE, isLocale, type Locale, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { readTranslations } from "#server/base/translations.ts";
import { CATALOGS, messagesFor, readCatalog, readMessages, sourceFiles, writeCatalogs } from "./catalog.ts";
import { literalsOf } from "./literals.ts";
import { exportPo, importPo } from "./po.ts";
import { pseudoText } from "./pseudo-text.ts";

/**
 * `npm run messages`: updates the translation files from the sources. Other uses, after `npm run messages --`:
 * `export es` writes `es.po` for a translator's tool, and `import es.po` reads it back.
 * `literals app/features/cart` lists the texts in a folder that are not messages.
 * `pseudo es` replaces a language's translations with long, accented texts, to find truncated texts and missing messages.
 */
const ROOT = join(import.meta.dirname, "..", "..");
const [command, argument = ""] = process.argv.slice(2);

switch (command) {
  case undefined:
    update();
    break;
  case "export":
    exportFile(translated(argument));
    break;
  case "import":
    importFile(argument);
    break;
  case "literals":
    listLiterals(argument);
    break;
  case "pseudo": {
    const messages = readMessages();
    const texts = [...messages].map(([key, { text }]) => [key, pseudoText(text)] as const);
    writeCatalogs(translated(argument), messages, new Map(texts));
    break;
  }
  default:
    throw new Error(`"${command}" is not one of export, import, literals, pseudo.`);
}

function update(): void {
  const messages = readMessages();
  for (const locale of TRANSLATED_LOCALES) writeCatalogs(locale, messages);
  for (const catalog of CATALOGS) {
    const texts = [...readCatalog(catalog).values()];
    const missing = texts.filter((text) => text === "").length;
    console.log(`${catalog.locale}, ${catalog.audience}: ${texts.length} messages, ${missing} without translation`);
  }
}

function exportFile(locale: Locale): void {
  const messages = readMessages();
  const audiences = CATALOGS.filter((catalog) => catalog.locale === locale).map(({ audience }) => audience);
  const own = new Map(audiences.flatMap((audience) => [...messagesFor(messages, audience)]));
  writeFileSync(`${locale}.po`, exportPo(locale, own, readTranslations(locale)));
  console.log(`${own.size} messages written to ${locale}.po`);
}

function importFile(path: string): void {
  const messages = readMessages();
  const { locale, translations } = importPo(readFileSync(path));
  writeCatalogs(translated(locale), messages, translations);
  const unused = [...translations.keys()].filter((key) => !messages.has(key));
  console.log(`${locale}: ${translations.size - unused.length} translations read`);
  for (const key of unused) console.log(`No longer used: ${key}`);
}

function listLiterals(folder: string): void {
  for (const file of sourceFiles().filter((name) => name.startsWith(folder))) {
    const code = readFileSync(join(ROOT, file), "utf8");
    for (const { line, text } of literalsOf(file, code)) console.log(`${file}:${line}: ${JSON.stringify(text)}`);
  }
}

function translated(locale: string): Locale {
  if (isLocale(locale) && locale !== DEFAULT_LOCALE) return locale;
  throw new Error(`Name a language that has translations: ${TRANSLATED_LOCALES.join(", ")}.`);
}
