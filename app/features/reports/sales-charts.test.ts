import { expect, test } from "vitest";
import { changeText, chartTable, hourText } from "./chart.ts";
import { chartsOf, type SalesReportRow } from "./sales-charts.ts";

const nothing: SalesReportRow = {
  hours: [],
  fulfillments: [],
  customers: [],
  best: [],
  categories: [],
  refund_reasons: [],
  zero_result_searches: [],
};
const day = (date: string, salesCents: number) => ({ day: date, orderCount: 1, salesCents, refundedCents: 0 });
const days = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    day(new Date(Date.UTC(2026, 0, 1 + place)).toISOString().slice(0, 10), 100),
  );
const chartNamed = (name: string, ...given: Parameters<typeof chartsOf>) =>
  chartsOf(...given).find((chart) => chart.name === name);

test("each day is compared with the day at the same position in the previous period", () => {
  const chart = chartNamed(
    "sales-by-day",
    [day("2026-11-24", 1799), day("2026-11-25", 849)],
    [day("2026-11-22", 100), day("2026-11-23", 200)],
    nothing,
    nothing,
  );
  expect(chart?.rows).toEqual([
    { label: "Tue, Nov 24", value: 1799, before: 100, count: 1 },
    { label: "Wed, Nov 25", value: 849, before: 200, count: 1 },
  ]);
});

test("more than two months are shown by week, with the same total", () => {
  const chart = chartNamed("sales-by-week", days(65), days(65), nothing, nothing);
  expect(chart?.rows.map(({ value }) => value)).toEqual([...Array.from({ length: 9 }, () => 700), 200]);
  expect(chart?.rows.at(-1)).toMatchObject({ label: "Thu, Mar 5", before: 200, count: 2 });
});

test("a single day has no chart by day, and a chart without figures has no rows", () => {
  const charts = chartsOf([day("2026-11-25", 849)], [day("2026-11-24", 0)], nothing, {
    ...nothing,
    fulfillments: [{ delivery_type: "pickup", order_count: 0, sales: 0 }],
  });
  expect(charts.map(({ name, rows }) => [name, rows.length])).toEqual([
    ["sales-by-hour", 0],
    ["orders-by-fulfillment", 0],
    ["best-sellers", 0],
    ["categories", 0],
    ["customers", 0],
    ["refunds-by-reason", 0],
    ["searches-without-results", 0],
  ]);
});

test("rows of the previous period only come last, with a value of zero", () => {
  const reason = (name: "damaged" | "missing", refunded: number) => ({ reason: name, refund_count: 1, refunded });
  const chart = chartNamed(
    "refunds-by-reason",
    [],
    [],
    { ...nothing, refund_reasons: [reason("damaged", 8.49)] },
    { ...nothing, refund_reasons: [reason("missing", 3), reason("damaged", 2.5)] },
  );
  expect(chart?.rows).toEqual([
    { label: "Damaged", value: 849, before: 250, count: 1 },
    { label: "Missing", value: 0, before: 300, count: 0 },
  ]);
});

test("a chart's table has dollars, and the previous period only if the chart compares", () => {
  const best = [{ product_id: 7, name: "Puna Yam", quantity: 2, amount: 35.98 }];
  const hours = [{ hour: 13, order_count: 2, sales: 1289.5 }];
  const charts = chartsOf([], [], { ...nothing, best, hours }, { ...nothing, hours });
  expect(charts.slice(0, 3).map(chartTable)).toEqual([
    { heads: ["Hour", "Sales", "Previous sales", "Orders"], rows: [["1 PM", "1289.50", "1289.50", "2"]] },
    { heads: ["Fulfillment", "Orders"], rows: [] },
    { heads: ["Product", "Sales", "Sold"], rows: [["Puna Yam", "35.98", "2"]] },
  ]);
});

test("hours are labeled in the store's time zone", () => {
  expect([0, 9, 12, 23].map(hourText)).toEqual(["12 AM", "9 AM", "12 PM", "11 PM"]);
});

test("a change is a percentage of the previous period, if that is not zero", () => {
  expect([changeText(125, 100), changeText(90, 100), changeText(100, 100), changeText(5, 0)]).toEqual([
    "25% more",
    "10% less",
    "no change",
    null,
  ]);
});
