import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  CATALOGS,
  type Catalog,
  type CatalogMessage,
  messagesFor,
  readCatalog,
  readMessages,
  sourceFiles,
} from "./catalog.ts";
import { elementsOf, placeholdersOf } from "./compile-message.ts";
import { literalsOf } from "./literals.ts";
import { hasOnlyMessages, KNOWN_LITERALS } from "./shopper-texts.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const messages = readMessages();

/** Returns the messages of a catalog, each with its translation, "" for a missing one. */
function listTranslations(catalog: Catalog): [message: CatalogMessage, translation: string][] {
  const texts = readCatalog(catalog);
  return [...messagesFor(messages, catalog.audience)].map(([key, message]) => [message, texts.get(key) ?? ""]);
}

test("every placeholder of a message has a value, and every value has a placeholder", () => {
  const wrong = [...messages.values()].flatMap(({ text, uses }) =>
    uses
      .filter(({ names }) => names.toSorted().join() !== [...placeholdersOf(text)].sort().join())
      .map(({ file }) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test.for(CATALOGS)(
  "the file of $locale for $audience contains exactly the messages of the sources, sorted",
  (catalog) => {
    const keys = [...messagesFor(messages, catalog.audience).keys()];
    expect([...readCatalog(catalog).keys()]).toEqual(keys.sort());
  },
);

test.for(CATALOGS)("every message for $audience has a translation in $locale", (catalog) => {
  expect(listTranslations(catalog).flatMap(([{ text }, translation]) => (translation ? [] : [text]))).toEqual([]);
});

test.for(CATALOGS)(
  "translations in $locale for $audience keep the placeholders, elements, and outer spaces",
  (catalog) => {
    const shapeOf = (text: string) => [
      ...[...placeholdersOf(text)].sort(),
      ...new Set(elementsOf(text)),
      ...[/^\s*/, /\s*$/].map((spaces) => spaces.exec(text)?.[0]),
    ];
    const wrong = listTranslations(catalog).flatMap(([{ text }, translation]) =>
      translation === "" || String(shapeOf(translation)) === String(shapeOf(text)) ? [] : [`${text} → ${translation}`],
    );
    expect(wrong).toEqual([]);
  },
);

/** Features of staff on pages of the shoppers' routes: the dashboard after the login, invitations, and names of feeds. */
const STAFF_FEATURES = /^app\/features\/(order-admin|product-feeds|staff)\//;

test("the texts of everything that shoppers' pages import are for shoppers", () => {
  const sources = sourceFiles();
  const loaded = new Set(
    sources.filter((file) => /^app\/routes\/(account|blog|checkout|pages|search|storefront)\//.test(file)),
  );
  for (const file of loaded) {
    if (!sources.includes(file) || STAFF_FEATURES.test(file)) continue;
    const imports = readFileSync(join(ROOT, file), "utf8").matchAll(
      /^import (?!type )[^;]*? from "(#app|\.)\/(\S+)";/gm,
    );
    for (const [, from, path = ""] of imports) loaded.add(join(from === "." ? dirname(file) : "app", path));
  }
  const untranslated = [...messages.values()].flatMap(({ text, uses }) =>
    uses
      .filter(({ file, audience }) => audience === "staff" && loaded.has(file) && !STAFF_FEATURES.test(file))
      .map(({ file }) => `${file}: ${text}`),
  );
  expect(untranslated).toEqual([]);
});

test("every comment for translators is on the line above a message", () => {
  const notesOf = (file: string) =>
    [...messages.values()].flatMap(({ uses }) => uses.filter((use) => use.file === file).map(({ note }) => note));
  const lost = sourceFiles().flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/\W Translators: (.*?)(?: \*\/\}?)?$/gm)]
      .filter(([, note = ""]) => !notesOf(file).includes(note))
      .map(([, note]) => `${file}: ${note}`),
  );
  expect(lost).toEqual([]);
});

test("every text for shoppers and staff is a message", () => {
  const found = sourceFiles()
    .filter(hasOnlyMessages)
    .flatMap((file) =>
      literalsOf(file, readFileSync(join(ROOT, file), "utf8"))
        .filter(({ text }) => !KNOWN_LITERALS.some((known) => known.test(text)))
        .map(({ line, text }) => `${file}:${line}: ${text}`),
    );
  expect(found).toEqual([]);
});
