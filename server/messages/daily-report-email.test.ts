import { expect, test } from "vitest";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { dailyReportEmail } from "./daily-report-email.ts";

/** Returns the lines of the text of a report with these amounts, before the link. */
function linesOf(amounts: { sales: number; refunded: number }): string[] {
  const sheet = { order_count: 2, tax: 1.5, delivery: 0, discount: 0, best: [], ...amounts };
  const given = { day: "2026-11-30", sheet, reader: { id: "7", email: "ola@market.example" } };
  const mail = dailyReportEmail(given as never, defaultStoreSettings, "https://market.example");
  return mail.text.split("\n\n")[1]?.split("\n") ?? [];
}

test("the daily report email subtracts refunds from sales, and omits them without any", () => {
  expect(linesOf({ sales: 100, refunded: 12.5 })).toEqual([
    "Sales tax (included): $1.50",
    "Sales: $100.00",
    "Refunds: $12.50",
    "Net sales: $87.50",
  ]);
  expect(linesOf({ sales: 100, refunded: 0 }).at(-1)).toBe("Sales: $100.00");
});
