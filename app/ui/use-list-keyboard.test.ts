import { expect, test } from "vitest";
import { clickedRange } from "./use-list-keyboard.ts";

test("a click with Shift selects everything from the last click to this one", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const withShift = { shiftKey: true };
  expect(clickedRange(ids, "b", "d", withShift)).toEqual(["b", "c", "d"]);
  expect(clickedRange(ids, "d", "b", withShift)).toEqual(["b", "c", "d"]);
  expect(clickedRange(ids, "b", "d", { shiftKey: false })).toEqual(["d"]);
  expect(clickedRange(ids, null, "d", withShift)).toEqual(["d"]);
  expect(clickedRange(ids, "no longer listed", "d", withShift)).toEqual(["d"]);
});
