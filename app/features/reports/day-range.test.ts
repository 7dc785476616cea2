import { expect, test } from "vitest";
import { chartRanges, namedRanges, periodBefore, rangeText, readRange } from "./day-range.ts";

const CHICAGO = "America/Chicago";
/** Late evening of the 21st in the store's time zone, and already the 22nd in London. */
const LATE = new Date("2026-11-22T04:30:00Z");
const rangeOf = (query: string) => readRange(new URL(`https://shop.example/desk/day${query}`), LATE, CHICAGO);

test("without days in the URL, the report covers today in the store's time zone", () => {
  expect(rangeOf("")).toEqual({ from: "2026-11-21", to: "2026-11-21" });
  expect(rangeOf("?from=2026-11-01&to=2026-11-07")).toEqual({ from: "2026-11-01", to: "2026-11-07" });
});

test.for(
  "?from=2026-11-07&to=2026-11-01 ?from=2026-02-30&to=2026-03-01 ?from=2020-01-01&to=2026-01-01 ?from=x&to=".split(" "),
)("invalid days in the URL are replaced by today: %s", (query) => {
  expect(rangeOf(query)).toEqual({ from: "2026-11-21", to: "2026-11-21" });
});

test("named ranges cross the ends of months and years", () => {
  expect(namedRanges("2027-01-03").map(({ name, from, to }) => [name, from, to])).toEqual([
    ["Today", "2027-01-03", "2027-01-03"],
    ["Yesterday", "2027-01-02", "2027-01-02"],
    ["Seven days", "2026-12-28", "2027-01-03"],
    ["This month", "2027-01-01", "2027-01-03"],
  ]);
});

test("a range is labeled with its days", () => {
  expect(rangeText({ from: "2026-11-22", to: "2026-11-22" })).toBe("Nov 22, 2026");
  expect(rangeText({ from: "2026-11-16", to: "2026-11-22" })).toBe("Nov 16 – 22, 2026");
});

test("charts show today, 7 days, or 30 days; without days in the URL, the page's default", () => {
  expect(chartRanges("2027-01-03").map(({ name, from, to }) => [name, from, to])).toEqual([
    ["Today", "2027-01-03", "2027-01-03"],
    ["7 days", "2026-12-28", "2027-01-03"],
    ["30 days", "2026-12-05", "2027-01-03"],
  ]);
  const range = readRange(new URL("https://shop.example/desk/reports"), LATE, CHICAGO, 7);
  expect(range).toEqual({ from: "2026-11-15", to: "2026-11-21" });
});

test.for([
  ["2026-11-25", "2026-11-25", "2026-11-24", "2026-11-24"],
  ["2026-02-26", "2026-03-04", "2026-02-19", "2026-02-25"],
] as const)("the period before %s to %s is %s to %s", ([from, to, first, last]) => {
  expect(periodBefore({ from, to })).toEqual({ from: first, to: last });
});
