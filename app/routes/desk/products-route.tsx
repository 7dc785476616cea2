import { redirect } from "react-router";
import { StockPage } from "#app/features/products/stock-page.tsx";
import { listStock, stockAddress, stockFilterFrom } from "#app/features/products/stock-queries.ts";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { pageIndexFrom } from "#app/ui/pagination.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/products-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Products", description: "Prices and stock.", path: null });
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const filter = stockFilterFrom(search);
  const pageIndex = pageIndexFrom(search);
  return loadPage(["stock", filter, pageIndex], async () => {
    const items = await listStock(getBrowserData(), filter, pageIndex);
    // Hiding the last product of the last page removes that page.
    if (items === null) throw redirect(stockAddress(filter));
    return { filter, items };
  });
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Products</h1>
      <Spinner />
    </Page>
  );
}

export default function ProductsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <StockPage {...usePageQuery(loaderData)} />
    </Page>
  );
}
