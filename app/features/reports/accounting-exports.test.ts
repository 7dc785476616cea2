import { expect, test } from "vitest";
import { stampText } from "#app/platform/export-table.ts";
import { ledgerRows } from "./accounting-exports.ts";

test("times in files are in the store's time zone, in summer, in winter and across midnight", () => {
  const stamps = ["2026-11-26T03:15:40.123456+00:00", "2026-07-04T17:00:00Z"];
  expect(stamps.map((instant) => stampText(instant, "America/Chicago"))).toEqual([
    "2026-11-25 21:15",
    "2026-07-04 12:00",
  ]);
  expect(stampText(stamps[0] ?? "", "Africa/Lagos")).toBe("2026-11-26 04:15");
});

test("the ledger has payments and refunds by time, refunds as negative amounts", () => {
  const payment = { order_number: 1001, purpose: "order", method: "card", payment_intent_id: "pi_1", amount: 54.99 };
  const refund = { order_number: 1001, reason: "damaged", method: "store_cash", payment_intent_id: "pi_1", amount: 5 };
  const rows = ledgerRows(
    [
      { ...payment, received_at: "2026-11-25T18:00:00+00:00" },
      { ...payment, received_at: "2026-11-26T01:00:00.5+00:00", order_number: null, purpose: "unknown_order" },
    ],
    [{ ...refund, settled_at: "2026-11-25T19:30:00Z" }],
    "America/Chicago",
  );
  expect(rows).toEqual([
    ["2026-11-25 12:00", "1001", "Payment", "order", "card", "pi_1", "54.99"],
    ["2026-11-25 13:30", "1001", "Refund", "damaged", "store cash", "pi_1", "-5.00"],
    ["2026-11-25 19:00", "", "Payment", "unknown order", "card", "pi_1", "54.99"],
  ]);
});
