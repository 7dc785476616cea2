import { expect, test } from "vitest";
import { findAnswer } from "./search-answers.ts";

test("a search about the store, in singular or plural, has an answer; a product has none", () => {
  expect(findAnswer("ebt", null)?.title).toBe("EBT and SNAP");
  expect(findAnswer("food stamps", null)?.title).toBe("EBT and SNAP");
  expect(findAnswer("gift cards", null)?.path).toBe("/contact");
  expect(findAnswer("opening hours", null)?.title).toBe("Hours and address");
  for (const words of ["rice", "snapper", "card"]) expect(findAnswer(words, null)).toBeNull();
});

test("a store that accepts SNAP EBT says so to a search for it, and to no other search", () => {
  const snapText = "We accept SNAP EBT in the store.";
  expect(["ebt", "snap", "food stamps"].map((words) => findAnswer(words, snapText)?.text)).toEqual([
    snapText,
    snapText,
    snapText,
  ]);
  for (const words of ["wic", "gift card"]) expect(findAnswer(words, snapText)).toEqual(findAnswer(words, null));
});
