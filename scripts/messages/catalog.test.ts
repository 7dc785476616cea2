import { readFileSync } from "node:fs";
import { join } from "node:path";
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
import { hasOnlyMessages, KNOWN_LITERALS, listShopperFiles } from "./shopper-texts.ts";

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
    expect([...readCatalog(catalog).keys()], "run npm run messages").toEqual(keys.sort());
  },
);

test.for(CATALOGS)("every message for $audience has a translation in $locale", (catalog) => {
  const missing = listTranslations(catalog).flatMap(([{ text }, translation]) => (translation ? [] : [text]));
  expect(missing, "run npm run messages, and translate these in app/messages").toEqual([]);
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

test.for([
  ["app/features/cart/cart.ts", "a page for shoppers imports it"],
  ["app/features/translations/language-proposal.tsx", "a page for shoppers loads it later"],
  ["app/features/staff/accept-invitation-page.tsx", "the page of an invitation imports it"],
  ["app/values/money.ts", "emails and pages import it"],
  ["server/messages/order-emails.ts", "the server sends it"],
])("the texts of %s are for shoppers: %s", ([file]) => {
  expect(listShopperFiles(sourceFiles())).toContain(file);
});

test.for([
  ["app/ui/quantity-stepper.tsx", "only pages of the back office import it"],
  ["app/features/products/product-tools.tsx", "pages for shoppers load it for admins"],
])("the texts of %s are for staff: %s", ([file]) => {
  expect(sourceFiles()).toContain(file);
  expect(listShopperFiles(sourceFiles())).not.toContain(file);
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
