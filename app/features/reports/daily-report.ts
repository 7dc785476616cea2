import { listMissedSearches } from "#app/features/search/synonym-queries.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readResult, readRow, readRows } from "#app/platform/reads.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Whole days in the store's time zone, `YYYY-MM-DD`, inclusive. */
export type DayRange = { from: string; to: string };

/** Ledger totals of a range of days. */
export type DailyReport = Awaited<ReturnType<typeof getDailyReport>>;
export type SoldDay = DailyReport["days"][number];
/** A cash drawer from its opening to its count. */
export type CountedDrawer = DailyReport["drawers"][number];

/** Stock that needs attention, independent of the report's days. */
export type StockReport = Awaited<ReturnType<typeof getStockReport>>;

/**
 * Reads the ledger totals. Sales are all payments for orders, including tax and delivery, without what was held on these
 * days and not charged yet.
 */
export async function getDailyReport({ rest }: BrowserData, { from, to }: DayRange) {
  const row = await readResult(["daily-report", from, to], () =>
    rest.rpc("daily_report", { first_day: from, last_day: to }),
  );
  return {
    ...camelCased(row, "sales", "tax", "delivery", "discount", "held", "refunded", "tax_returned"),
    /** Together they add up to the totals. */
    methods: row.methods.map((method) => camelCased(method, "sales", "refunded")),
    days: row.days.map((day) => camelCased(day, "sales", "refunded")),
    /** Cash drawers that were closed on these days, with the cash paid in, or out (negative). */
    drawers: row.drawers.map((drawer) => ({
      ...camelCased(drawer, "counted", "expected"),
      moves: drawer.moves.map(({ amount, reason }) => ({ cents: centsFrom(amount), reason })),
    })),
    /** Best sellers, at most ten. */
    best: row.best.map((product) => camelCased(product, "amount")),
  };
}

export async function getStockReport(data: BrowserData, timeZone: string) {
  const [low, slow, missed] = await Promise.all([
    readRow(["low-stock"], () => data.rest.rpc("list_low_stock", {})),
    readRow(["slow-products"], () => data.rest.rpc("list_slow_products", {})),
    listMissedSearches(data, timeZone),
  ]);
  return {
    low: (low ?? []).map(({ size_label, ...row }) => ({ ...camelCased(row), name: sizedName(row.name, size_label) })),
    slow: (slow ?? []).map((row) => camelCased(row)),
    missed: missed.slice(0, 10),
  };
}

/** Returns whether the current user receives the report by email. */
export async function wantsDailyReportEmail({ rest }: BrowserData): Promise<boolean> {
  const rows = await readRows(["daily-report-email"], () =>
    rest.from("daily_report_readers").select("user_id").limit(1),
  );
  return rows.length > 0;
}
