import { expect, test } from "vitest";
import { movedUp } from "./moved-up.ts";

test("an item moves before its predecessor", () => {
  expect(movedUp(["grains", "fruits", "meat"], 1)).toEqual(["fruits", "grains", "meat"]);
  expect(movedUp(["grains", "fruits", "meat"], 2)).toEqual(["grains", "meat", "fruits"]);
});
