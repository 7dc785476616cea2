import { expect, test } from "vitest";
import { pickDateText } from "./pick-date.ts";

test.for([
  ["2026-12-03", "2026-11-26", "Best before Dec 3 first"],
  ["2026-11-26", "2026-11-26", "Best before Nov 26 first"],
  ["2026-11-25", "2026-11-26", "Check dates: some were best before Nov 25"],
] as const)("a line with the date %s, picked on %s, shows “%s”", ([bestBefore, today, text]) => {
  expect(pickDateText(bestBefore, today)).toBe(text);
});
