// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are the source of templates.
import { expect, test } from "vitest";
import { findTokens } from "./localize.ts";

const spanish = new Map([
  ["Open", "Abrir"],
  ["[the store] Open", "Abierto"],
  ["the cart", "el carrito"],
  ["{n} in {place}", "{place}: {n}"],
  ["{n, plural, one {# item} other {# items}}", "{n, plural, one {# cosa} other {# cosas}}"],
]);

test.for<[string, string, string]>([
  ['a(__message("Open"));', 'a("Open");', 'a("Abrir");'],
  ['a(__message("Open", void 0, "the store"));', 'a("Open");', 'a("Abierto");'],
  [
    'a(__message("{n} in {place}", { n: n$1, place: b(__message("the cart")) }));',
    'a(`${n$1} in ${(b("the cart"))}`);',
    'a(`${(b("el carrito"))}: ${n$1}`);',
  ],
  [
    'a(__message(pluralOf$1, countText)("{n, plural, one {# item} other {# items}}", { n }));',
    'a(`${(pluralOf$1(n) === "one" ? `${countText(n)} item` : `${countText(n)} items`)}`);',
    'a(`${(pluralOf$1(n) === "one" ? `${countText(n)} cosa` : `${countText(n)} cosas`)}`);',
  ],
  ['a(__locale === "es" ? 1 : 2);', 'a("en" === "es" ? 1 : 2);', 'a("es" === "es" ? 1 : 2);'],
])("the script %s has the texts of each language", ([code, inEnglish, inSpanish]) => {
  const localize = findTokens("a.js", code);
  expect([localize?.("en", new Map()), localize?.("es", spanish)]).toEqual([inEnglish, inSpanish]);
});

test("a script without tokens is the same in all languages", () => {
  expect(findTokens("a.js", 'a("Open");')).toBeNull();
});

test("a token that the build cannot replace is an error", () => {
  expect(() => findTokens("a.js", "[1].map(__message);")).toThrow('a.js: "__message" is not called.');
  expect(() => findTokens("a.js", "__message(text);")).toThrow("must be literals");
});
