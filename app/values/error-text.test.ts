import { expect, test } from "vitest";
import { ReadRejectedError } from "#app/platform/reads.ts";
import { errorText, UNKNOWN_ERROR, UNREACHABLE } from "./error-text.ts";

test.for([
  [new TypeError("Failed to fetch"), UNREACHABLE],
  [new TypeError("NetworkError when attempting to fetch resource."), UNREACHABLE],
  [new TypeError("Cannot read properties of null (reading 'access_token')"), UNKNOWN_ERROR],
  [new SyntaxError("Unexpected end of JSON input"), UNKNOWN_ERROR],
  ["thrown as text", UNKNOWN_ERROR],
  [new ReadRejectedError("This order doesn't exist.", 404), "This order doesn't exist."],
  [new Error("Your details could not be saved."), "Your details could not be saved."],
] as const)("of %s a person is told what it means", ([error, words]) => {
  expect(errorText(error)).toBe(words);
});
