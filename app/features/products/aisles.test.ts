import { expect, test } from "vitest";
import { type Aisle, moveAisle } from "./aisles.ts";

const WALK: Aisle[] = [
  { prefix: "grains", title: "Grains" },
  { prefix: "fruits", title: "Fruits" },
  { prefix: "meat", title: "Meat" },
];
const prefixes = (aisles: readonly Aisle[]) => aisles.map(({ prefix }) => prefix);

test("an aisle moves one place earlier or later in the sequence", () => {
  expect(prefixes(moveAisle(WALK, "meat", -1))).toEqual(["grains", "meat", "fruits"]);
  expect(prefixes(moveAisle(WALK, "fruits", -1))).toEqual(["fruits", "grains", "meat"]);
  expect(prefixes(moveAisle(WALK, "grains", 1))).toEqual(["fruits", "grains", "meat"]);
});

test("the first aisle does not move earlier, nor the last one later", () => {
  expect(moveAisle(WALK, "grains", -1)).toBe(WALK);
  expect(moveAisle(WALK, "meat", 1)).toBe(WALK);
  expect(moveAisle(WALK, "more", 1)).toBe(WALK);
});
