import { expect, test } from "vitest";
import { type Zone, zipsTyped, zoneDraft, zoneProblems, zoneRow, zoneText } from "./zone-draft.ts";

const NEAR: Zone = {
  id: 1,
  name: "Near",
  zips: null,
  maxMiles: 10,
  feeCents: 500,
  freeFromCents: 6000,
  minOrderCents: 2500,
};

test("an unchanged zone form saves the same zone", () => {
  const list: Zone = { ...NEAR, zips: ["77002", "77073"], maxMiles: null, feeCents: null, minOrderCents: 0 };
  expect(zoneRow(zoneDraft(NEAR))).toEqual({
    name: "Near",
    zips: null,
    max_miles: 10,
    fee: 5,
    free_from: 60,
    min_order: 25,
  });
  expect(zoneRow(zoneDraft(list))).toMatchObject({
    zips: ["77002", "77073"],
    max_miles: null,
    fee: null,
    min_order: 0,
  });
});

test("ZIP codes are typed with commas, spaces or lines between them", () => {
  expect(zipsTyped(" 77002, 77073\n77338;77002 ")).toEqual(["77002", "77073", "77338"]);
});

test("the zone form reports an error at each invalid field", () => {
  const problemsOf = (changed: Partial<ReturnType<typeof zoneDraft>>) =>
    Object.keys(zoneProblems({ ...zoneDraft(NEAR), ...changed }));
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ name: " " })).toEqual(["name"]);
  expect(problemsOf({ maxMiles: "" })).toEqual(["maxMiles"]);
  expect(problemsOf({ zips: "77338" })).toEqual(["maxMiles"]);
  expect(problemsOf({ maxMiles: "far" })).toEqual(["maxMiles"]);
  expect(problemsOf({ maxMiles: "", zips: "7733" })).toEqual(["zips"]);
  expect(problemsOf({ fee: "-1", freeFrom: "much", minOrder: "1e9" })).toEqual(["fee", "freeFrom", "minOrder"]);
});

test("a zone is summarized in one line", () => {
  expect(zoneText(NEAR)).toBe("Up to 10 miles: $5, free from $60, orders from $25");
  expect(zoneText({ ...NEAR, feeCents: null, freeFromCents: null, minOrderCents: 0 })).toBe(
    "Up to 10 miles: our team contacts the customer",
  );
  const zips = ["77001", "77002", "77003", "77004", "77005", "77006"];
  expect(zoneText({ ...NEAR, zips, maxMiles: null, feeCents: 0, freeFromCents: null, minOrderCents: 0 })).toBe(
    "77001, 77002, 77003, 77004 and 2 more: free",
  );
});
