import { expect, test } from "vitest";
import { isTextNumber } from "./one-time-messages.ts";

test.for([
  ["12815550123", true],
  ["15125550123", true],
  ["17875550123", true],
  ["18765550123", false],
  ["19005550123", false],
  ["15005550123", false],
  ["447700900123", false],
  ["88216000000", false],
] as const)("by default, the number %s gets texts: %s", ([number, isAllowed]) => {
  expect(isTextNumber(number, ["1"])).toBe(isAllowed);
});

test("further prefixes allow countries, and no list allows every number", () => {
  expect(isTextNumber("18765550123", ["1", "1876"])).toBe(true);
  expect(isTextNumber("447700900123", ["1", "44"])).toBe(true);
  expect(isTextNumber("88216000000", null)).toBe(true);
});
