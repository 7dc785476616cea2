import { expect, test } from "vitest";
import { payInStoreDraft, payInStoreProblems } from "./pay-in-store-settings.ts";

const DRAFT = payInStoreDraft({
  isOn: true,
  maxTotalCents: 15_000,
  needsCompletedOrder: true,
  graceMinutes: 60,
  maxNoShows: 2,
});

test("saved settings fill the form without errors", () => {
  expect(DRAFT).toEqual({
    isOn: true,
    maxTotal: "150.00",
    needsCompletedOrder: true,
    graceMinutes: "60",
    maxNoShows: "2",
  });
  expect(Object.values(payInStoreProblems(DRAFT))).toEqual([undefined, undefined, undefined]);
});

test.for([
  ["maxTotal", "0.99"],
  ["maxTotal", "10000.01"],
  ["maxTotal", "a lot"],
  ["graceMinutes", "1441"],
  ["graceMinutes", "-1"],
  ["maxNoShows", "101"],
  ["maxNoShows", ""],
] as const)("the form rejects %s %j", ([field, typed]) => {
  expect(payInStoreProblems({ ...DRAFT, [field]: typed })[field]).toEqual(expect.any(String));
});
