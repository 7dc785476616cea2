import { PayInStorePage } from "#app/features/payments/pay-in-store-page.tsx";
import { getPayInStoreSettings } from "#app/features/payments/pay-in-store-settings.ts";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["pay-in-store-page"], async () => {
    const data = getBrowserData();
    const [settings, { hasPickupWindows }] = await Promise.all([getPayInStoreSettings(data), getStoreSettings(data)]);
    return { settings, hasPickupTimes: hasPickupWindows };
  });
}

export default queryPage<typeof clientLoader>(PayInStorePage);
