import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { TaxPage } from "#app/features/tax/tax-page.tsx";
import { getTaxSettings } from "#app/features/tax/tax-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";

export function clientLoader() {
  return loadPage(["tax"], async () => {
    const data = getBrowserData();
    const [record, { timeZone }] = await Promise.all([getTaxSettings(data), getStoreSettings(data)]);
    return { record, today: shopDayOf(new Date(), timeZone) };
  });
}

export default queryPage<typeof clientLoader>(TaxPage);
