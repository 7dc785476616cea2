import { expect, test } from "vitest";
import { ReadRefusedError } from "#app/platform/reads.ts";
import { problemWords, UNKNOWN_PROBLEM, UNREACHABLE } from "./problem-words.ts";

test.for([
  [new TypeError("Failed to fetch"), UNREACHABLE],
  [new TypeError("NetworkError when attempting to fetch resource."), UNREACHABLE],
  [new TypeError("Cannot read properties of null (reading 'access_token')"), UNKNOWN_PROBLEM],
  [new SyntaxError("Unexpected end of JSON input"), UNKNOWN_PROBLEM],
  ["thrown as text", UNKNOWN_PROBLEM],
  [new ReadRefusedError("There is no such order.", 404), "There is no such order."],
  [new Error("Your details could not be saved."), "Your details could not be saved."],
] as const)("of %s a person is told what it means", ([error, words]) => {
  expect(problemWords(error)).toBe(words);
});
