import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { messageKey } from "#app/messages/t.ts";
import { readCatalog, readMessages, sourceFiles } from "./catalog.ts";
import { elementsOf, placeholdersOf } from "./compile-message.ts";
import { literalsOf } from "./literals.ts";
import { KNOWN_LITERALS, OTHER_FILES, SHOPPER_FOLDERS } from "./shopper-texts.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const messages = readMessages();

test("every placeholder of a message has a value, and every value a placeholder", () => {
  const wrong = [...messages.values()].flatMap(({ text, context, uses }) =>
    context === "error"
      ? []
      : uses
          .filter(({ names }) => names.toSorted().join() !== [...placeholdersOf(text)].sort().join())
          .map(({ file }) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test.for(TRANSLATED_LOCALES)(
  "the file of %s has exactly the messages of the sources; npm run messages updates it",
  (locale) => {
    const listed = readCatalog(locale).map(({ msgid, msgctxt }) => messageKey(msgid, msgctxt));
    expect(listed.toSorted()).toEqual([...messages.keys()].sort());
  },
);

test.for(TRANSLATED_LOCALES)("every message has a translation in %s", (locale) => {
  expect(readCatalog(locale).flatMap(({ msgid, msgstr: [text] }) => (text ? [] : [msgid]))).toEqual([]);
});

test.for(TRANSLATED_LOCALES)(
  "translations in %s have the placeholders, elements, and outer spaces of the English text",
  (locale) => {
    const shapeOf = (text: string) => [
      ...[...placeholdersOf(text)].sort(),
      ...new Set(elementsOf(text)),
      ...[/^\s*/, /\s*$/].map((spaces) => spaces.exec(text)?.[0]),
    ];
    const wrong = readCatalog(locale).flatMap(({ msgid, msgstr: [text = ""] }) =>
      text === "" || String(shapeOf(text)) === String(shapeOf(msgid)) ? [] : [`${msgid} → ${text}`],
    );
    expect(wrong).toEqual([]);
  },
);

test("every text for shoppers is a message", () => {
  const found = sourceFiles()
    .filter((file) => SHOPPER_FOLDERS.some((folder) => file.startsWith(folder)))
    .filter((file) => !OTHER_FILES.some((other) => other.test(file)))
    .flatMap((file) =>
      literalsOf(file, readFileSync(join(ROOT, file), "utf8"))
        .filter(({ text }) => !KNOWN_LITERALS.some((known) => known.test(text)))
        .map(({ line, text }) => `${file}:${line}: ${text}`),
    );
  expect(found).toEqual([]);
});
