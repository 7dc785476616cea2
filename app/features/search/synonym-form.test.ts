import { expect, test } from "vitest";
import { synonymProblem, synonymWords } from "./synonym-form.tsx";

test("a group's words are separated by commas, without duplicates or empty ones", () => {
  expect(synonymWords(" okra, okro ,, lady's   finger, okra,")).toEqual(["okra", "okro", "lady's finger"]);
});

test("a group has at least two words, and no more than the database allows", () => {
  expect(synonymProblem(["okra", "okro"])).toBeUndefined();
  expect(synonymProblem(["okra"])).toMatch(/at least two words/);
  expect(synonymProblem(Array.from({ length: 31 }, (_, place) => `w${place}`))).toMatch(/30/);
  expect(synonymProblem(["a".repeat(999), "b"])).toMatch(/too long/);
});
