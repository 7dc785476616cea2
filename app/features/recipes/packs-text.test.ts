import { expect, test } from "vitest";
import { packsFromText, packsText } from "./packs-text.ts";

test.each([
  ["2", 2],
  [" 0.5 ", 0.5],
  ["1/2", 0.5],
  ["½", 0.5],
  ["1 1/2", 1.5],
  ["1½", 1.5],
  ["1 / 3", 0.333],
  ["1/10", 0.1],
  ["11/2", 5.5],
])("packs typed as %s are %d", (text, packs) => {
  expect(packsFromText(text)).toBe(packs);
});

test.each(["half", "1/0", "½½", "1/", "", "-1/2"])("%s is not a number of packs", (text) => {
  expect(packsFromText(text)).toBeNull();
});

test.each([
  [null, ""],
  [2, "2"],
  [0.5, "½"],
  [1.25, "1 ¼"],
  [0.333, "⅓"],
  [0.1, "1/10"],
  [0.15, "0.15"],
])("%s packs are written as people write them", (packs, text) => {
  expect(packsText(packs)).toBe(text);
  if (packs !== null) expect(packsFromText(text)).toBe(packs);
});
