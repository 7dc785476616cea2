import { listWaitingCustomers } from "#app/features/back-in-stock/stock-request-queries.ts";
import { WaitingCustomersTable } from "#app/features/back-in-stock/waiting-customers.tsx";
import { readRange } from "#app/features/reports/day-range.ts";
import { getStockReport } from "#app/features/stock/stock-report.ts";
import { StockReportPage } from "#app/features/stock/stock-report-page.tsx";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import type { Route } from "./+types/report-route";

const DEFAULT_DAYS = 30;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const { timeZone, hasBackInStock } = await getStoreSettings(data);
  const now = new Date();
  const range = readRange(new URL(request.url), now, timeZone, DEFAULT_DAYS);
  const [report, waiting] = await Promise.all([getStockReport(data, range), listWaitingCustomers(data)]);
  return { page: { report, range, today: shopDayOf(now, timeZone) }, waiting, hasBackInStock };
}

export default function StockReportRoute({ loaderData }: Route.ComponentProps) {
  const { page, waiting, hasBackInStock } = loaderData;
  return (
    <>
      <StockReportPage {...page} />
      {hasBackInStock || waiting.length > 0 ? <WaitingCustomersTable waiting={waiting} /> : null}
    </>
  );
}
