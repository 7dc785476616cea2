import { expect, test } from "vitest";
import { phoneDigits, phoneText } from "./phone-text.ts";

test.each([
  "2815550123",
  "(281) 555-0123",
  "281-555-0123",
  "281.555.0123",
  " 281 555 0123 ",
  "281\u2011555\u20110123",
  "+1 (281) 555-0123",
  "1-281-555-0123",
])("%s is a phone number, read out as (281) 555-0123", (typed) => {
  expect([phoneDigits(typed), phoneText(typed)]).toEqual(["2815550123", "(281) 555-0123"]);
});

test.each(["", "1", "555-0123", "28155501234", "call my sister", "281555012x", "+44 20 7946 0958"])(
  "%o is no phone number, and stays as it is",
  (typed) => {
    expect([phoneDigits(typed), phoneText(typed)]).toEqual([null, typed]);
  },
);
