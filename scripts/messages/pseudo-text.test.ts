import { expect, test } from "vitest";
import { elementsOf, placeholdersOf } from "./compile-message.ts";
import { pseudoText } from "./pseudo-text.ts";

test("a pseudo-text is accented, longer, and in brackets", () => {
  expect(pseudoText("Your cart")).toBe("[Ýöûŕ çåŕţ ····]");
  expect(pseudoText(" of it ")).toBe(" [öf îţ ····] ");
});

test("a pseudo-text keeps placeholders, elements, and plurals", () => {
  const text = "{count, plural, one {# item} other {# items}} for <b>{name}</b>";
  const pseudo = pseudoText(text);
  expect([...placeholdersOf(pseudo)]).toEqual([...placeholdersOf(text)]);
  expect(elementsOf(pseudo)).toEqual(elementsOf(text));
  expect(pseudo).toContain("îţém");
});
