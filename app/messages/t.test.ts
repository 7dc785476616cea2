import { afterEach, expect, test } from "vitest";
import { setLocaleReader } from "./current-locale.ts";
import { dateFormat } from "./date-format.ts";
import { listText } from "./list-text.ts";
import type { Locale } from "./locales.ts";
import { installTranslations, messageKey, t } from "./t.ts";

const speak = (locale: Locale) => setLocaleReader(() => locale);

afterEach(() => {
  speak("en");
  installTranslations("es", new Map());
});

test("a message without translation is English, with English plurals", () => {
  speak("fr");
  expect(t("{count, plural, one {# item} other {# items}}", { count: 0 })).toBe("0 items");
});

test("a context selects between two translations of the same text", () => {
  installTranslations(
    "es",
    new Map([
      [messageKey("Open", "the store"), "Abierto"],
      [messageKey("Open"), "Abrir"],
    ]),
  );
  speak("es");
  expect([t("Open", {}, "the store"), t("Open")]).toEqual(["Abierto", "Abrir"]);
});

test("French writes the first day of a month as 1er", () => {
  speak("fr");
  const format = dateFormat({ weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
  expect(format.format(new Date("2026-12-01T12:00:00Z"))).toBe("mardi 1er décembre");
  expect(format.format(new Date("2026-12-11T12:00:00Z"))).toBe("vendredi 11 décembre");
});

test("quoted braces are text, with and without placeholders", () => {
  expect([t("It's '<'b> and '{'c}"), t("It's '{'{name}", { name: "x" })]).toEqual(["It's <b> and {c}", "It's {x"]);
});

test("dates and lists are formatted in each language, with our own names in Haitian Creole", () => {
  const day = new Date("2026-11-26T18:00:00Z");
  const texts = (["en", "es", "fr", "ht"] as const).map((locale) => {
    speak(locale);
    const format = dateFormat({ weekday: "long", month: "long", day: "numeric", timeZone: "America/Chicago" });
    return [format.format(day), listText(["ñame", "okra", "fufu"]), listText(["okra", "fufu"], "disjunction")];
  });
  expect(texts).toEqual([
    ["Thursday, November 26", "ñame, okra, and fufu", "okra or fufu"],
    ["jueves, 26 de noviembre", "ñame, okra y fufu", "okra o fufu"],
    ["jeudi 26 novembre", "ñame, okra et fufu", "okra ou fufu"],
    ["jedi 26 novanm", "ñame, okra ak fufu", "okra oswa fufu"],
  ]);
});
