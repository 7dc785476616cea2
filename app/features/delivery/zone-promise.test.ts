import { expect, test } from "vitest";
import type { Zone } from "./zone-draft.ts";
import { promiseWarning } from "./zone-promise.ts";

const RECORD = { freeDeliveryMinimumCents: 10_000, freeDeliveryMilesHome: 10, freeDeliveryMilesCart: 20 };

function aZone(chosen: Partial<Zone>): Zone {
  return {
    id: 1,
    name: "Zone",
    zips: null,
    maxMiles: 20,
    feeCents: 500,
    freeFromCents: 10_000,
    minOrderCents: 0,
    ...chosen,
  };
}

test.for<[string, Partial<Zone>[]]>([
  ["without zones", []],
  ["with a zone of its own radius and sum", [{}]],
  [
    "with rings that are free earlier",
    [
      { maxMiles: 25, freeFromCents: 8000 },
      { maxMiles: 6, feeCents: 0 },
    ],
  ],
  ["whatever a list of ZIP codes costs", [{}, { zips: ["77338"], maxMiles: null, freeFromCents: null }]],
])("the promise of the record is kept %s", ([, zones]) => {
  expect(promiseWarning(zones.map(aZone), RECORD)).toBeNull();
});

test.for<[Partial<Zone>[], string]>([
  [[{ maxMiles: 15 }], "only up to 15 miles"],
  [[{ maxMiles: 1 }, { freeFromCents: null }], "only up to 1 mile"],
  [[{ maxMiles: 6, freeFromCents: 12_000 }, {}], "nowhere"],
  [[{ feeCents: null, freeFromCents: null }], "nowhere"],
  [[{ minOrderCents: 15_000 }], "nowhere"],
  [[{ zips: ["77338"], maxMiles: null }], "nowhere"],
])("with zones %o the shop is warned that it is kept %s", ([zones, reach]) => {
  expect(promiseWarning(zones.map(aZone), RECORD)).toBe(
    `The store settings promise free delivery from $100 within 20 miles, but the zones offer it ${reach}. Change one of them.`,
  );
});

test("of zones with one radius the first one counts, as in the database", () => {
  expect(promiseWarning([aZone({ id: 1 }), aZone({ id: 2, freeFromCents: null })], RECORD)).toBeNull();
});
