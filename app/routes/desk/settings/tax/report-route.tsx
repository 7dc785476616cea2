import { deskRoute } from "#app/features/store/page-route.tsx";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { listTaxMonths } from "#app/features/tax/tax-report.ts";
import { TaxReportPage } from "#app/features/tax/tax-report-page.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";
import { shopDayOf } from "#app/values/shop-clock.ts";
import type { Route } from "./+types/report-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Sales tax by month") });

/** Number of years to choose from; accountants need no more. */
const YEARS = 6;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const { timeZone } = await getStoreSettings(data);
  const thisYear = Number(shopDayOf(new Date(), timeZone).slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, ago) => thisYear - ago);
  const requestedYear = Number(new URL(request.url).searchParams.get("year"));
  const year = years.includes(requestedYear) ? requestedYear : thisYear;
  return { year, years, months: await listTaxMonths(data, year) };
}

export default loadedPage<typeof clientLoader>(TaxReportPage);
