import { expect, test } from "vitest";
import { findAnswer } from "./search-answers.ts";

test("a search about the store, in singular or plural, has an answer; a product has none", () => {
  expect(findAnswer("ebt")?.title).toBe("EBT and SNAP");
  expect(findAnswer("food stamps")?.title).toBe("EBT and SNAP");
  expect(findAnswer("gift cards")?.path).toBe("/contact");
  expect(findAnswer("opening hours")?.title).toBe("Hours and address");
  for (const words of ["rice", "snapper", "card"]) expect(findAnswer(words)).toBeNull();
});
