import { listPurchases } from "#app/features/stock/purchase.ts";
import { PurchaseListPage } from "#app/features/stock/purchase-list-page.tsx";
import { listSuppliers } from "#app/features/stock/supplier.ts";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";

export function clientLoader() {
  return loadPage(["purchase-list"], async () => {
    const data = getBrowserData();
    const [purchases, suppliers, { name, timeZone }] = await Promise.all([
      listPurchases(data),
      listSuppliers(data),
      getStoreSettings(data),
    ]);
    return { purchases, suppliers, storeName: name, day: shopDayOf(new Date(), timeZone) };
  });
}

export default queryPage<typeof clientLoader>(PurchaseListPage);
