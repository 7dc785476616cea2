import { ChartsPage } from "#app/features/reports/charts-page.tsx";
import { readRange } from "#app/features/reports/day-range.ts";
import { getSalesCharts } from "#app/features/reports/sales-charts.ts";
import { getStockReport } from "#app/features/stock/stock-report.ts";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";
import { shopDayOf } from "#app/values/shop-clock.ts";
import type { Route } from "./+types/reports-route";

const DEFAULT_DAYS = 7;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const { timeZone } = await getStoreSettings(data);
  const now = new Date();
  const range = readRange(new URL(request.url), now, timeZone, DEFAULT_DAYS);
  const [report, { total }] = await Promise.all([getSalesCharts(data, range), getStockReport(data, range)]);
  const margin = { cents: total.marginCents, percent: total.marginPercent };
  return { report, margin, today: shopDayOf(now, timeZone) };
}

export default loadedPage<typeof clientLoader>(ChartsPage);
