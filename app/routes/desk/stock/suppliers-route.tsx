import { listSuppliers } from "#app/features/stock/supplier.ts";
import { SuppliersPage } from "#app/features/stock/suppliers-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["suppliers"], async () => ({ suppliers: await listSuppliers(getBrowserData()) }));
}

export default queryPage<typeof clientLoader>(SuppliersPage);
