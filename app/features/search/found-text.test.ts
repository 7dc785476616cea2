import { expect, test } from "vitest";
import { foundText } from "./found-text.ts";

test.for([
  [1, 1, "1 product"],
  [37, 199, "37 products"],
  [200, 200, "The 200 best matches"],
  [37, 200, "37 of the 200 best matches"],
] as const)("%i of %i found products are counted as: %s", ([total, all, text]) => {
  expect(foundText(total, all)).toBe(text);
});
