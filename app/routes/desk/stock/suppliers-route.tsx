import { listSuppliers } from "#app/features/stock/supplier.ts";
import { SuppliersPage } from "#app/features/stock/suppliers-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Suppliers") });

export function clientLoader() {
  return loadPage(["suppliers"], async () => ({ suppliers: await listSuppliers(getBrowserData()) }));
}

export default queryPage<typeof clientLoader>(SuppliersPage);
