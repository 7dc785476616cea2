import { expect, test } from "vitest";
import { findTextIn, hasWords, keysOfTexts, textKey, translateTexts } from "./content-texts.ts";

const yam = { id: 7, name: "White Yam", description: "From Ghana.", origin: "" };
const keys = {
  name: textKey("product", "name", 7),
  description: textKey("product", "description", 7),
  origin: textKey("product", "origin", 7),
};

test("a text with a translation is replaced, and one without is named as English", () => {
  const find = findTextIn([{ key: "product/name/7", text: "Ñame blanco", source: null }]);
  expect(translateTexts(yam, keys, find)).toEqual({ ...yam, name: "Ñame blanco", untranslated: ["description"] });
});

test("an item whose texts are all translated or empty names none as English", () => {
  const find = (key: string) => `es ${key}`;
  expect(translateTexts(yam, keys, find)).toEqual({
    ...yam,
    name: "es product/name/7",
    description: "es product/description/7",
  });
});

test("the keys of all texts are found once, without those of empty texts", () => {
  const twice = (find: Parameters<typeof translateTexts>[2]) =>
    [yam, yam].map((each) => translateTexts(each, keys, find));
  expect(keysOfTexts(twice)).toEqual(["product/name/7", "product/description/7"]);
});

test("a translation with a source holds only while the English text is the same", () => {
  const find = findTextIn([{ key: "store/banner_text/store", text: "Cerrado el lunes", source: "Closed on Monday" }]);
  expect(find("store/banner_text/store", "Closed on Monday")).toBe("Cerrado el lunes");
  expect(find("store/banner_text/store", "Closed on Friday")).toBeNull();
});

test.for([
  ["2 lb", false],
  ["8 oz, 12 fl oz", false],
  ["S, M, L, XXL", false],
  ["3XL", false],
  ["about 6 lb", true],
  ["One size", true],
  ["2-4, 5-7 years", true],
] as const)("whether the size %j has words is %j", ([size, expected]) => {
  expect(hasWords(size)).toBe(expected);
});
