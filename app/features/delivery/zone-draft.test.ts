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
  expect(zoneRow({ ...zoneDraft(null), name: " Far " })).toMatchObject({ name: "Far", fee: null, min_order: 0 });
});

test("ZIP codes are typed with commas, spaces or lines between them", () => {
  expect(zipsTyped(" 77002, 77073\n77338;77002 ")).toEqual(["77002", "77073", "77338"]);
});

const NO_MILES = { maxMiles: "Enter miles from 0.1 to 3000" };
const NO_ZIP = { zips: "A ZIP code has five digits" };
const tooMuch = (max: string) => `Enter dollars from 0 to ${max}, or leave this empty`;

test.each<[Partial<ReturnType<typeof zoneDraft>>, object]>([
  [{}, {}],
  [{ maxMiles: "0.1", fee: "0", freeFrom: "", minOrder: " " }, {}],
  [{ maxMiles: " 3000 ", fee: "9999.99", freeFrom: "99999.99", minOrder: "99999.99" }, {}],
  [{ name: " " }, { name: "Enter a zone name" }],
  [{ maxMiles: " " }, { maxMiles: "Enter miles or ZIP codes" }],
  [{ zips: "77338" }, { maxMiles: "Enter miles or ZIP codes, not both" }],
  [{ maxMiles: "far" }, NO_MILES],
  [{ maxMiles: "0" }, NO_MILES],
  [{ maxMiles: "3000.1" }, NO_MILES],
  [{ maxMiles: "", zips: "77338" }, {}],
  [{ maxMiles: "", zips: "77338, 7733" }, NO_ZIP],
  [{ maxMiles: "", zips: "773381" }, NO_ZIP],
  [{ maxMiles: "", zips: "x77338" }, NO_ZIP],
  [
    { fee: "-1", freeFrom: "100000" },
    { fee: tooMuch("9999.99"), freeFrom: tooMuch("99999.99") },
  ],
  [
    { fee: "10000", minOrder: "much" },
    { fee: tooMuch("9999.99"), minOrder: expect.stringContaining("“much”") },
  ],
])("a zone form with %j has the right error at each invalid field", (changed, errors) => {
  expect(zoneProblems({ ...zoneDraft(NEAR), ...changed })).toEqual(errors);
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
  expect(zoneText({ ...NEAR, zips: zips.slice(0, 4), maxMiles: null })).toMatch(/^77001, 77002, 77003, 77004: \$5/);
});
