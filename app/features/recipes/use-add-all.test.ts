import { expect, test } from "vitest";
import { addedText } from "./use-add-all.ts";

const NOTHING = { packCount: 0, soldOut: [], withoutSize: [], withoutChoice: [] } as const;

test.for([
  [{ ...NOTHING, packCount: 1 }, "1 item was added to your cart."],
  [{ ...NOTHING, packCount: 4, soldOut: ["Callaloo"] }, "4 items were added to your cart; Callaloo is sold out."],
  [
    { ...NOTHING, packCount: 2, soldOut: ["Yam", "Okra"], withoutSize: ["Stockfish"] },
    "2 items were added to your cart; Yam and Okra are sold out; no size chosen for Stockfish.",
  ],
  [
    { ...NOTHING, packCount: 1, withoutChoice: ["Goat Leg"] },
    "1 item was added to your cart; open Goat Leg to choose how we prepare it.",
  ],
  [{ ...NOTHING, soldOut: ["Yam"] }, "Nothing was added to your cart; Yam is sold out."],
] as const)("one sentence states what was added from a recipe, and why products were left out: %o", ([added, text]) => {
  expect(addedText(added)).toBe(text);
});
