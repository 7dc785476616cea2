import { expect, test } from "vitest";
import { TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { readTranslations } from "#server/base/translations.ts";
import { readMessages } from "./catalog.ts";
import { exportPo, importPo } from "./po.ts";

const messages = readMessages();

test.for(TRANSLATED_LOCALES)("an exported gettext file of %s is read back unchanged", (locale) => {
  const translations = readTranslations(locale);
  expect(importPo(Buffer.from(exportPo(locale, messages, translations)))).toEqual({ locale, translations });
});

test("an exported message has its context, source files, places, and notes for translators", () => {
  const use = { file: "app/a.tsx", place: "Cart <b>", note: "", names: [], audience: "shoppers" as const };
  const uses = [use, { ...use, file: "app/b.ts", place: "heading", note: "a verb" }];
  const file = exportPo(
    "es",
    new Map([["[store] Open", { text: "Open", context: "store", uses }]]),
    new Map([["[store] Open", "Abierta"]]),
  );
  expect(file.split("\n\n")[1]?.trim().split("\n")).toEqual([
    "#: app/a.tsx",
    "#: app/b.ts",
    "#. a verb; Cart <b>; heading",
    'msgctxt "store"',
    'msgid "Open"',
    'msgstr "Abierta"',
  ]);
});

test("translations of a gettext file that are empty or fuzzy are not read", () => {
  const file = `msgid ""
msgstr "Language: fr_FR\\n"

msgid "Cart"
msgstr ""

#, fuzzy
msgid "Order"
msgstr "Commande ?"

msgid "Open"
msgstr "Ouvrir"
`;
  expect(importPo(Buffer.from(file))).toEqual({ locale: "fr", translations: new Map([["Open", "Ouvrir"]]) });
  expect(() => importPo(Buffer.from('msgid ""\nmsgstr "Language: xx\\n"\n'))).toThrow("no language of the store");
});
