import fc from "fast-check";
import { expect, test } from "vitest";
import { eligibleCents, planTenders, tendersText, waivedTaxCents } from "./tenders.ts";

const line = fc.record({
  amountCents: fc.integer({ min: 1, max: 30_000 }),
  taxShare: fc.integer({ min: 0, max: 100 }),
});
/** An order with SNAP-eligible lines, some of them taxed, and other lines. */
const order = fc
  .record({ lines: fc.array(line, { maxLength: 8 }), otherCents: fc.integer({ min: 0, max: 50_000 }) })
  .map(({ lines, otherCents }) => {
    const snapLines = lines
      .map(({ amountCents, taxShare }) => ({ amountCents, taxCents: Math.round((amountCents * taxShare) / 1000) }))
      .toSorted((one, other) => Number(one.taxCents === 0) - Number(other.taxCents === 0));
    const totalCents = snapLines.reduce((sum, { amountCents, taxCents }) => sum + amountCents + taxCents, otherCents);
    return { totalCents, snapLines };
  });

test("tenders and change add up to the cent for any order", () => {
  fc.assert(
    fc.property(
      order,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 10_000 })),
      ({ totalCents, snapLines }, ebtShare, cardShare, aboveCents) => {
        const ebtCents = Math.round(eligibleCents(snapLines) * ebtShare);
        const waivedCents = waivedTaxCents(snapLines, ebtCents);
        const taxCents = snapLines.reduce((sum, line) => sum + line.taxCents, 0);
        expect(waivedCents).toBeGreaterThanOrEqual(0);
        expect(waivedCents).toBeLessThanOrEqual(taxCents);
        const dueCents = totalCents - waivedCents;
        const cardCents = Math.round((dueCents - ebtCents) * cardShare);
        const cashCents = dueCents - ebtCents - cardCents;
        const receivedCents = aboveCents === null ? null : cashCents + aboveCents;
        const plan = planTenders({ totalCents, snapLines }, { ebtCents, cardCents, receivedCents });
        if ("field" in plan) throw new Error(plan.message);
        expect(plan.tenders.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(dueCents);
        expect(plan.tenders.every(({ amountCents }) => amountCents > 0)).toBe(true);
        const cash = plan.tenders.find(({ method }) => method === "store_cash");
        if (cash && receivedCents !== null) {
          expect(cash.amountCents + (plan.changeCents ?? Number.NaN)).toBe(receivedCents);
        } else expect(plan.changeCents).toBeNull();
      },
    ),
    { numRuns: 5000 },
  );
});

test("paying all eligible lines by SNAP EBT waives all of their tax", () => {
  fc.assert(
    fc.property(order, ({ snapLines }) => {
      expect(waivedTaxCents(snapLines, eligibleCents(snapLines))).toBe(
        snapLines.reduce((sum, { taxCents }) => sum + taxCents, 0),
      );
    }),
    { numRuns: 2000 },
  );
});

const ORDER = {
  totalCents: 3082,
  snapLines: [
    { amountCents: 1000, taxCents: 82 },
    { amountCents: 500, taxCents: 0 },
  ],
};
const NOTHING = { ebtCents: 0, cardCents: 0, receivedCents: null };

test("eligible products are paid by SNAP EBT without tax, the rest by card and in cash with change", () => {
  expect(planTenders(ORDER, { ebtCents: 1500, cardCents: 1000, receivedCents: 1000 })).toEqual({
    tenders: [
      { method: "store_ebt", amountCents: 1500, cashReceivedCents: null },
      { method: "store_card", amountCents: 1000, cashReceivedCents: null },
      { method: "store_cash", amountCents: 500, cashReceivedCents: 1000 },
    ],
    dueCents: 3000,
    cashCents: 500,
    changeCents: 500,
  });
});

test.for([
  [{ ebtCents: 1501 }, "ebt", "SNAP EBT can pay up to $15.00 of this order"],
  [{ cardCents: 3083 }, "card", "The card can pay up to $30.82"],
  [{ cardCents: 3000, receivedCents: 50 }, "received", "Less than $0.82"],
] as const)("typing %j is rejected", ([typed, field, message]) => {
  expect(planTenders(ORDER, { ...NOTHING, ...typed })).toEqual({ field, message });
});

test("tenders are listed one after another", () => {
  const tender = (method: "store_cash" | "store_card" | "store_ebt", amountCents: number) => ({ method, amountCents });
  expect(tendersText([tender("store_cash", 500)])).toBe("$5.00 in cash");
  expect(tendersText([tender("store_ebt", 100), tender("store_card", 200), tender("store_cash", 5)])).toBe(
    "$1.00 by SNAP EBT, $2.00 by card and $0.05 in cash",
  );
});
