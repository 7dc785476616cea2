import { getDailyReport, getStockReport, wantsDailyReportEmail } from "#app/features/reports/daily-report.ts";
import { DailyReportPage } from "#app/features/reports/daily-report-page.tsx";
import { readRange } from "#app/features/reports/day-range.ts";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";
import { shopDayOf } from "#app/values/shop-clock.ts";
import type { Route } from "./+types/day-route";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const { timeZone, lowStockAt } = await getStoreSettings(data);
  const now = new Date();
  const range = readRange(new URL(request.url), now, timeZone);
  const [report, stock, isMailed] = await Promise.all([
    getDailyReport(data, range),
    getStockReport(data, timeZone),
    wantsDailyReportEmail(data),
  ]);
  return { range, today: shopDayOf(now, timeZone), report, stock, isMailed, lowStockAt };
}

export default loadedPage<typeof clientLoader>(DailyReportPage);
