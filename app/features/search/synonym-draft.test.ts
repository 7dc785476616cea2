import { expect, test } from "vitest";
import { synonymProblem, synonymWords } from "./synonym-draft.ts";

test("a group's words stand between commas, none twice and none empty", () => {
  expect(synonymWords(" okra, okro ,, lady's   finger, okra,")).toEqual(["okra", "okro", "lady's finger"]);
});

test("a group has two words or more, and not more than the database takes", () => {
  expect(synonymProblem(["okra", "okro"])).toBeUndefined();
  expect(synonymProblem(["okra"])).toMatch(/at least two words/);
  expect(synonymProblem(Array.from({ length: 31 }, (_, place) => `w${place}`))).toMatch(/30/);
  expect(synonymProblem(["a".repeat(999), "b"])).toMatch(/too long/);
});
