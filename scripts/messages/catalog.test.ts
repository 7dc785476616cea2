import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messageKey } from "#app/messages/t.ts";
import { CATALOGS, messagesFor, readCatalog, readMessages, sourceFiles } from "./catalog.ts";
import { elementsOf, placeholdersOf } from "./compile-message.ts";
import { literalsOf } from "./literals.ts";
import { hasOnlyMessages, KNOWN_LITERALS } from "./shopper-texts.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const messages = readMessages();

test("every placeholder of a message has a value, and every value has a placeholder", () => {
  const wrong = [...messages.values()].flatMap(({ text, context, uses }) =>
    context === "error"
      ? []
      : uses
          .filter(({ names }) => names.toSorted().join() !== [...placeholdersOf(text)].sort().join())
          .map(({ file }) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test.for(CATALOGS)("the file of $locale for $audience contains exactly the messages of the sources", (catalog) => {
  const listed = readCatalog(catalog).map(({ msgid, msgctxt }) => messageKey(msgid, msgctxt));
  expect(listed.toSorted()).toEqual([...messagesFor(messages, catalog.audience).keys()].sort());
});

test.for(CATALOGS)("every message for $audience has a translation in $locale", (catalog) => {
  expect(readCatalog(catalog).flatMap(({ msgid, msgstr: [text] }) => (text ? [] : [msgid]))).toEqual([]);
});

test.for(CATALOGS)(
  "translations in $locale for $audience keep the placeholders, elements, and outer spaces",
  (catalog) => {
    const shapeOf = (text: string) => [
      ...[...placeholdersOf(text)].sort(),
      ...new Set(elementsOf(text)),
      ...[/^\s*/, /\s*$/].map((spaces) => spaces.exec(text)?.[0]),
    ];
    const wrong = readCatalog(catalog).flatMap(({ msgid, msgstr: [text = ""] }) =>
      text === "" || String(shapeOf(text)) === String(shapeOf(msgid)) ? [] : [`${msgid} → ${text}`],
    );
    expect(wrong).toEqual([]);
  },
);

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
