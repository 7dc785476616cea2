import { expect, test } from "vitest";
import { ReadRejectedError } from "#app/platform/reads.ts";
import { errorText, unknownErrorText, unreachableText } from "./error-text.ts";

test.for([
  [new TypeError("Failed to fetch"), unreachableText()],
  [new TypeError("NetworkError when attempting to fetch resource."), unreachableText()],
  [new TypeError("Cannot read properties of null (reading 'access_token')"), unknownErrorText()],
  [new SyntaxError("Unexpected end of JSON input"), unknownErrorText()],
  ["thrown as text", unknownErrorText()],
  [new ReadRejectedError("This order doesn't exist.", 404), "This order doesn't exist."],
  [new Error("Your details could not be saved."), "Your details could not be saved."],
] as const)("the error %s shows a readable message", ([error, words]) => {
  expect(errorText(error)).toBe(words);
});
