import { expect, test } from "vitest";
import { outcomeOf } from "./use-waiting-photos.ts";

test.each([
  [{ message: "The resource already exists", status: 400, statusCode: "409" }, "saved"],
  [{ message: "new row violates row-level security policy", status: 400, statusCode: "403" }, "rejected"],
  [{ message: "mime type image/jpeg is not supported", status: 400, statusCode: "415" }, "rejected"],
  [{ message: "Slow down", status: 503, statusCode: "503" }, "not received"],
  [{ message: "jwt expired", status: 401, statusCode: "401" }, "not received"],
  [{ message: "Too many requests", status: 429, statusCode: "429" }, "not received"],
  [new TypeError("Failed to fetch"), "not received"],
] as const)("an upload that failed with “$0.message” is $1", (error, outcome) => {
  expect(outcomeOf(error)).toBe(outcome);
});
