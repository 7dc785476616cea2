import { categories } from "#app/features/catalog/categories.ts";
import { type RefundReason, refundReasonLabels } from "#app/features/orders/order-money.ts";
import type { DeliveryType } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readResult } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import { type Chart, type ChartRow, hourText } from "./chart.ts";
import { type DayRange, getDailyReport, type SoldDay } from "./daily-report.ts";
import { dayBefore, periodBefore, weekdayText } from "./day-range.ts";

/** Money in dollars. */
export type SalesReportRow = FunctionRow<"report_sales">;

/** Figures of a range and of the period before it. */
export type SalesCharts = Awaited<ReturnType<typeof getSalesCharts>>;

export async function getSalesCharts(data: BrowserData, range: DayRange) {
  const before = periodBefore(range);
  const lastYear = { from: dayBefore(range.from, 364), to: dayBefore(range.to, 364) };
  const [daily, dailyBefore, dailyLastYear, report, reportBefore] = await Promise.all([
    getDailyReport(data, range),
    getDailyReport(data, before),
    getDailyReport(data, lastYear),
    getSalesReport(data, range),
    getSalesReport(data, before),
  ]);
  const charts = chartsOf(daily.days, dailyBefore.days, report, reportBefore);
  return {
    range,
    before,
    daily,
    dailyBefore,
    /** The same weekdays a year ago. */
    dailyLastYear,
    charts,
  };
}

/** Returns sales of a day by hour, compared with the same weekday a week before. */
export async function getHourChart(data: BrowserData, day: string): Promise<Chart> {
  const before = dayBefore(day, 7);
  const [report, reportBefore] = await Promise.all([
    getSalesReport(data, { from: day, to: day }),
    getSalesReport(data, { from: before, to: before }),
  ]);
  return withoutZeros(salesByHour(report, reportBefore));
}

async function getSalesReport({ rest }: BrowserData, { from, to }: DayRange): Promise<SalesReportRow> {
  return readResult(["sales-report", from, to], () => rest.rpc("report_sales", { first_day: from, last_day: to }));
}

const fulfillments = (): Readonly<Record<DeliveryType, string>> => ({ pickup: t("Pickup"), delivery: t("Delivery") });
const customers = (): Readonly<Record<string, string>> => ({
  new: t("New", {}, "customers"),
  returning: t("Returning"),
  no_account: t("Without an account"),
});
const reasons = (): Readonly<Record<RefundReason, string>> => ({
  ...refundReasonLabels(),
  requested_by_customer: t("Customer's request"),
  provider: t("Made in Stripe"),
});

/** Returns all charts; those without figures in either period have no rows. */
export function chartsOf(
  days: readonly SoldDay[],
  daysBefore: readonly SoldDay[],
  report: SalesReportRow,
  reportBefore: SalesReportRow,
): Chart[] {
  const charts: Chart[] = [
    salesByHour(report, reportBefore),
    {
      name: "orders-by-fulfillment",
      title: t("Orders by pickup and delivery"),
      shape: "bars",
      unit: "count",
      heads: { row: t("Fulfillment"), value: t("Orders"), count: null },
      rows: compare(report.fulfillments, reportBefore.fulfillments, ({ delivery_type, order_count }) => ({
        label: fulfillments()[delivery_type],
        value: order_count,
        count: null,
      })),
    },
    {
      name: "best-sellers",
      title: t("Best sellers"),
      shape: "bars",
      unit: "cents",
      heads: { row: t("Product"), value: t("Sales"), count: t("Sold") },
      // The best sellers of the previous period may be other products, so there is no comparison.
      rows: report.best.map(({ name, amount, quantity }) => ({
        label: name,
        value: centsFrom(amount),
        before: null,
        count: quantity,
      })),
      note: t("Without tax and delivery."),
    },
    {
      name: "categories",
      title: t("Sales by category"),
      shape: "bars",
      unit: "cents",
      heads: { row: t("Category"), value: t("Sales"), count: t("Sold") },
      rows: compare(report.categories, reportBefore.categories, ({ category, amount, quantity }) => ({
        label: categories.find(({ prefix }) => prefix === category)?.menuLabel() ?? category,
        value: centsFrom(amount),
        count: quantity,
      })),
      note: t("Without tax and delivery."),
    },
    {
      name: "customers",
      title: t("Sales to new and returning customers"),
      shape: "bars",
      unit: "cents",
      heads: { row: t("Customers"), value: t("Sales"), count: t("Orders") },
      rows: compare(report.customers, reportBefore.customers, ({ kind, sales, order_count }) => ({
        label: customers()[kind] ?? kind,
        value: centsFrom(sales),
        count: order_count,
      })),
      note: t("New: their first paid order."),
    },
    {
      name: "refunds-by-reason",
      title: t("Refunds by reason"),
      shape: "bars",
      unit: "cents",
      heads: { row: t("Reason"), value: t("Refunds"), count: t("Count", {}, "how many") },
      rows: compare(report.refund_reasons, reportBefore.refund_reasons, ({ reason, refunded, refund_count }) => ({
        label: reasons()[reason],
        value: centsFrom(refunded),
        count: refund_count,
      })),
    },
    {
      name: "searches-without-results",
      title: t("Searches without results"),
      shape: "bars",
      unit: "count",
      heads: { row: t("Search", {}, "one of the searches"), value: t("Searches"), count: null },
      rows: report.zero_result_searches.map(({ words, search_count }) => ({
        label: words,
        value: search_count,
        before: null,
        count: null,
      })),
      note: t("Counted by month, so these are whole months."),
    },
  ];
  return (days.length > 1 ? [salesByDay(days, daysBefore), ...charts] : charts).map(withoutZeros);
}

function salesByHour(report: SalesReportRow, reportBefore: SalesReportRow): Chart {
  return {
    name: "sales-by-hour",
    title: t("Sales by hour"),
    shape: "columns",
    unit: "cents",
    heads: { row: t("Hour"), value: t("Sales"), count: t("Orders") },
    rows: compare(report.hours, reportBefore.hours, ({ hour, sales, order_count }) => ({
      label: hourText(hour),
      value: centsFrom(sales),
      count: order_count,
    })),
  };
}

/** Longer ranges are grouped by week. */
const MAX_DAY_COLUMNS = 62;

function salesByDay(days: readonly SoldDay[], daysBefore: readonly SoldDay[]): Chart {
  const isByWeek = days.length > MAX_DAY_COLUMNS;
  const step = isByWeek ? 7 : 1;
  const sum = (sold: readonly SoldDay[], place: number, figure: "salesCents" | "orderCount") =>
    sold.slice(place, place + step).reduce((total, day) => total + day[figure], 0);
  return {
    name: isByWeek ? "sales-by-week" : "sales-by-day",
    title: isByWeek ? t("Sales by week") : t("Sales by day"),
    shape: "columns",
    unit: "cents",
    heads: { row: isByWeek ? t("Seven days from") : t("Day"), value: t("Sales"), count: t("Orders") },
    rows: days.flatMap(({ day }, place) =>
      place % step === 0
        ? [
            {
              label: weekdayText(day),
              value: sum(days, place, "salesCents"),
              before: sum(daysBefore, place, "salesCents"),
              count: sum(days, place, "orderCount"),
            },
          ]
        : [],
    ),
  };
}

/**
 * Adds the previous period's value with the same label to each row. Rows that only the previous period has come last.
 */
function compare<Row>(
  rows: readonly Row[],
  rowsBefore: readonly Row[],
  read: (row: Row) => Omit<ChartRow, "before">,
): ChartRow[] {
  const before = new Map(rowsBefore.map((row) => [read(row).label, read(row).value]));
  const compared = rows.map(read).map((row) => ({ ...row, before: before.get(row.label) ?? 0 }));
  const labels = new Set(compared.map(({ label }) => label));
  const gone = rowsBefore.map(read).filter(({ label }) => !labels.has(label));
  return [
    ...compared,
    ...gone.map(({ label, value, count }) => ({ label, value: 0, before: value, count: count === null ? null : 0 })),
  ];
}

/** Returns the chart without rows if all figures of both periods are zero. */
function withoutZeros(chart: Chart): Chart {
  const isEmpty = chart.rows.every(({ value, before }) => value === 0 && (before ?? 0) === 0);
  return isEmpty ? { ...chart, rows: [] } : chart;
}
