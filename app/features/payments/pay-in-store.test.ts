import { expect, test } from "vitest";
import { payInStoreFromRow, payInStoreText, unpaidLabel } from "./pay-in-store.ts";
import { takeText } from "./take-text.ts";

const ROW = {
  pay_by: "2026-11-27T23:00:00Z",
  is_waiting: true,
  packing_at: null,
  ready_at: null,
  due_total: 20.5,
  needs_weight: false,
};
const DUE = { dueCents: 2050, needsWeight: false };
const AT = "2026-11-27T20:00:00Z";

test.for([
  [ROW, "pending"],
  [{ ...ROW, packing_at: AT }, "preparing"],
  [{ ...ROW, packing_at: AT, ready_at: AT }, "ready"],
] as const)("the packing step of %j is %s", ([row, step]) => {
  expect(payInStoreFromRow(row)).toEqual({ payBy: ROW.pay_by, step, ...DUE });
});

test.for([null, undefined, { ...ROW, is_waiting: false }])("%j is not an order to pay in the store", (row) => {
  expect(payInStoreFromRow(row)).toBeNull();
});

test.for(["pending", "preparing", "ready"] as const)("an unpaid order that is %s is labeled as not paid", (step) => {
  expect(unpaidLabel({ step })).toMatch(/not paid/i);
  const text = payInStoreText({ payBy: ROW.pay_by, step, ...DUE }, "America/Chicago", false);
  expect(text).toContain("not paid yet: bring $20.50 in cash or a card");
  expect(text).toContain("until Nov 27, 2026, 5:00 PM");
});

test("an order that is not paid in the store has no text about it", () => {
  expect(payInStoreText(null, "America/Chicago", true)).toBeNull();
});

test("staff see how much to collect", () => {
  expect(takeText(DUE)).toBe("Not paid: take $20.50");
});

test("while a line is not weighed, the amount is the order's maximum", () => {
  const due = { ...DUE, needsWeight: true };
  expect(takeText(due)).toBe("Not paid: weigh, then take up to $20.50");
  expect(payInStoreText({ payBy: ROW.pay_by, step: "pending", ...due }, "America/Chicago", false)).toContain(
    "bring up to $20.50 in cash or a card",
  );
});

test("a store that accepts SNAP EBT names it among what the customer may bring", () => {
  expect(payInStoreText({ payBy: ROW.pay_by, step: "ready", ...DUE }, "America/Chicago", true)).toContain(
    "bring $20.50 in cash, a card, or your EBT card to the store",
  );
});
