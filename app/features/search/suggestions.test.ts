import { expect, test } from "vitest";
import { suggestCategories } from "./suggestions.ts";

const suggested = (typed: string) => suggestCategories(typed).map(({ path }) => path);

test("a category is suggested by the beginnings of its words, in any order", () => {
  expect(suggested("Condi")).toEqual(["/condiments"]);
  expect(suggested("seafood me")).toEqual(["/meatandseafood"]);
  expect(suggested("snack")).toEqual(["/snacksandconfectionaries"]);
});

test("three categories at most are suggested, and none for words that no category has", () => {
  expect(suggested("and").length).toBe(3);
  expect(suggested("plantain")).toEqual([]);
  expect(suggested("  ")).toEqual([]);
});
