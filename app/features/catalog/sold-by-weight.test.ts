import { expect, test } from "vitest";
import { aboutCents, lineWeightText, mostCents, poundsText } from "./sold-by-weight.ts";

const LEG = { poundsEach: 5, tolerancePercent: 10 };

test("the highest price is that of the heaviest weight, rounded half up to a cent", () => {
  expect(mostCents(999, LEG)).toBe(5495);
  expect(mostCents(800, { poundsEach: 0.5, tolerancePercent: 10 })).toBe(440);
  expect(mostCents(999, { poundsEach: 0.5, tolerancePercent: 10 })).toBe(549);
  expect(mostCents(10, { poundsEach: 0.25, tolerancePercent: 0 })).toBe(3);
  expect(mostCents(0, LEG)).toBe(0);
});

test("the expected price of a quantity is that of its expected weight", () => {
  expect(aboutCents(999, 5)).toBe(4995);
  expect(aboutCents(999, 0.5, 3)).toBe(1499);
});

test("a line shows its weight, or its expected weight", () => {
  const line = { poundsEach: 0.35, perPoundCents: 999, packedPounds: null };
  expect(lineWeightText(line, 3)).toBe("about 1.05 lb at $9.99/lb");
  expect(lineWeightText({ ...line, packedPounds: 2.84, perPoundCents: 899 }, 1)).toBe("2.84 lb × $8.99 = $25.53");
  expect(lineWeightText({ ...line, packedPounds: 1.2, maxCents: 1155 }, 3)).toBe("1.2 lb × $9.99, at most $11.55");
  expect(lineWeightText({ ...line, packedPounds: 1, maxCents: 999 }, 3)).toBe("1 lb × $9.99 = $9.99");
  expect(poundsText(4.62)).toBe("4.62 lb");
});
