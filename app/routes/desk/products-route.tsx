import { listProductRows } from "#app/features/product-table/product-row-queries.ts";
import { ProductTablePage } from "#app/features/product-table/product-table-page.tsx";
import { tableFilterFrom } from "#app/features/product-table/table-filter.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/products-route";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filter = tableFilterFrom(new URL(request.url).searchParams);
  return loadPage(["product-table", filter], async () => ({
    filter,
    list: await listProductRows(getBrowserData(), filter),
  }));
}

export default queryPage<typeof clientLoader>(ProductTablePage);
