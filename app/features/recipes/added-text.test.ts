import { expect, test } from "vitest";
import { addedText } from "./added-text.ts";

test.for([
  [{ packCount: 1, soldOut: [], withoutSize: [] }, "1 item was added to your cart."],
  [{ packCount: 4, soldOut: ["Callaloo"], withoutSize: [] }, "4 items were added to your cart; Callaloo is sold out."],
  [
    { packCount: 2, soldOut: ["Yam", "Okra"], withoutSize: ["Stockfish"] },
    "2 items were added to your cart; Yam and Okra are sold out; no size chosen for Stockfish.",
  ],
  [{ packCount: 0, soldOut: ["Yam"], withoutSize: [] }, "Nothing was added to your cart; Yam is sold out."],
] as const)("one sentence tells what was added of a recipe, and why something was left out: %o", ([added, text]) => {
  expect(addedText(added)).toBe(text);
});
