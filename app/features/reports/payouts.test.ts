import { expect, test } from "vitest";
import { payoutRows } from "./payouts.ts";

const payout = { id: "po_1", arrivesOn: "2026-11-20", status: "paid", amountCents: 2340, currency: "USD" };

test("a payout has a line in dollars for each payment and refund, with its order", () => {
  const line = {
    transactionId: "txn_1",
    kind: "charge",
    createdAt: "2026-11-18T10:00:00.000Z",
    amountCents: 2500,
    feeCents: 103,
    netCents: 2397,
    paymentIntentId: "pi_1",
    refundId: null,
    orderNumber: 1007,
  };
  const back = { ...line, kind: "refund", amountCents: -57, feeCents: 0, netCents: -57, refundId: "re_1" };
  expect(payoutRows(payout, [line, back], "America/Chicago").map((row) => row.join())).toEqual([
    "po_1,2026-11-20,paid,USD,charge,2026-11-18 04:00,1007,pi_1,,25.00,1.03,23.97,txn_1",
    "po_1,2026-11-20,paid,USD,refund,2026-11-18 04:00,1007,pi_1,re_1,-0.57,0.00,-0.57,txn_1",
  ]);
});

test("a manual payout is one line, so that the file adds up to the bank statement", () => {
  expect(payoutRows(payout, [], "America/Chicago").map((row) => row.join())).toEqual([
    "po_1,2026-11-20,paid,USD,payout,,,,,23.40,0.00,23.40,",
  ]);
});
