import { listOffers } from "#app/features/offers/offer-queries.ts";
import { OffersPage } from "#app/features/offers/offers-page.tsx";
import { listReducedProducts } from "#app/features/offers/reduced-products.ts";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/offers-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Offers", description: "Timed prices.", path: null });
}

export function clientLoader() {
  return loadPage(["offers"], async () => {
    const data = getBrowserData();
    const offers = await listOffers(data);
    return { ...offers, reduced: await listReducedProducts(data, offers.open) };
  });
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Offers</h1>
      <Spinner />
    </Page>
  );
}

export default function OffersRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <OffersPage {...usePageQuery(loaderData)} />
    </Page>
  );
}
