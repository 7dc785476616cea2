import { expect, test } from "vitest";
import { isTaxOn, rateProblems, readRate } from "./tax-draft.ts";

const read = (fields: Record<string, string>) => readRate((name) => fields[name] ?? "");
const problems = (percent: string, validFrom = "2026-12-01") =>
  rateProblems(read({ classId: "2", percent, validFrom }));

test.for<[typed: string, percent: number]>([
  ["8.25", 8.25],
  [" 8,25 %", 8.25],
  ["0", 0],
  ["6.0001", 6.0001],
])("a rate typed as %o is %d percent", ([typed, percent]) => {
  expect(read({ classId: "2", percent: typed, validFrom: "2026-12-01" }).percent).toBe(percent);
  expect(problems(typed)).toEqual({});
});

test.for(["", "much", "-1", "51", "8.12345"])("a rate typed as %o is rejected", (typed) => {
  expect(problems(typed)["percent"]).toContain("from 0 to 50");
});

test("a rate needs a start date", () => {
  expect(problems("8.25", "")["validFrom"]).toBe("Choose a start date");
});

test("tax is on from a rate's first day until a zero rate begins", () => {
  const classes = [{ id: 2, title: "Taxable" }];
  const rates = [
    { classId: 2, validFrom: "2027-01-01", percent: 0 },
    { classId: 2, validFrom: "2026-12-01", percent: 8.25 },
  ];
  const isOn = (day: string) => isTaxOn({ classes, rates }, day);
  expect([isOn("2026-11-30"), isOn("2026-12-01"), isOn("2027-01-01")]).toEqual([false, true, false]);
});
