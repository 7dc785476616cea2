import { expect, test } from "vitest";
import { payInStoreFromRow, payInStoreText, takeText, unpaidLabel } from "./pay-in-store.ts";

const ROW = { pay_by: "2026-11-27T23:00:00Z", is_waiting: true, packing_at: null, ready_at: null };
const AT = "2026-11-27T20:00:00Z";

test.for([
  [ROW, "pending"],
  [{ ...ROW, packing_at: AT }, "preparing"],
  [{ ...ROW, packing_at: AT, ready_at: AT }, "ready"],
] as const)("the packing step of %j is %s", ([row, step]) => {
  expect(payInStoreFromRow(row)).toEqual({ payBy: ROW.pay_by, step });
});

test.for([null, undefined, { ...ROW, is_waiting: false }])("%j is no order to be paid in the store", (row) => {
  expect(payInStoreFromRow(row)).toBeNull();
});

test.for(["pending", "preparing", "ready"] as const)("an unpaid order that is %s is never called paid only", (step) => {
  expect(unpaidLabel({ step })).toMatch(/not paid/i);
  const text = payInStoreText({ totalCents: 2050, payInStore: { payBy: ROW.pay_by, step } }, "America/Chicago");
  expect(text).toContain("not paid yet: bring $20.50 in cash or a card");
  expect(text).toContain("until Nov 27, 2026, 5:00 PM");
});

test("an order that is not paid in the store has no text about it", () => {
  expect(payInStoreText({ totalCents: 2050, payInStore: null }, "America/Chicago")).toBeNull();
});

test("staff read how much to take", () => {
  expect(takeText(2050)).toBe("Not paid: take $20.50");
});
