import { useSearchParams } from "react-router";
import { PointOfSalePage } from "#app/features/point-of-sale/point-of-sale-page.tsx";
import { readPointOfSale } from "#app/features/point-of-sale/pos-queries.ts";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/new-order-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "New order",
    description: "An order in the store or by phone.",
    path: null,
  });
}

export function clientLoader() {
  return loadPage(["new-order"], () => readPointOfSale(getBrowserData()));
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>New order</h1>
      <Spinner />
    </Page>
  );
}

export default function NewOrderRoute({ loaderData }: Route.ComponentProps) {
  const counter = usePageQuery(loaderData);
  const [search] = useSearchParams();
  return (
    <Page>
      <PointOfSalePage counter={counter} orderId={search.get("order")} onChanged={invalidateReads} />
    </Page>
  );
}
