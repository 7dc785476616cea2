import { expect, test } from "vitest";
import { lineNoteFrom, noteFrom, preferenceFrom } from "./substitution-preference.ts";

test("only the three known preferences are accepted", () => {
  expect(["replace", "contact", "leave_out", "burn", "", null, 7].map(preferenceFrom)).toEqual([
    "replace",
    "contact",
    "leave_out",
    null,
    null,
    null,
    null,
  ]);
});

test("a note keeps its line breaks and loses characters that are not allowed", () => {
  expect(noteFrom("Ring twice.\r\nThe dog\tis kind.\u202e", 300)).toBe("Ring twice.\nThe dog is kind. ");
  expect(noteFrom("x".repeat(301), 300)).toHaveLength(300);
});

test("a line note is one line of 120 characters", () => {
  expect(lineNoteFrom("very\nripe")).toBe("very ripe");
  expect(lineNoteFrom("x".repeat(121))).toHaveLength(120);
});
