import { listOffers, listPricedProducts } from "#app/features/price-rules/offer-queries.ts";
import { OffersPage } from "#app/features/price-rules/offers-page.tsx";
import { listReducedProducts } from "#app/features/price-rules/reduced-products.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/offers-route";

/** Maximum number of products in one URL, as sent by the product table. */
const MAX_PRODUCTS = 300;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const ids = (new URL(request.url).searchParams.get("products") ?? "").match(/\d{1,15}/g) ?? [];
  const productIds = ids.slice(0, MAX_PRODUCTS).map(Number);
  return loadPage(["offers", ...productIds], async () => {
    const data = getBrowserData();
    const [offers, chosen] = await Promise.all([listOffers(data), listPricedProducts(data, productIds)]);
    return { ...offers, chosen, reduced: await listReducedProducts(data, offers.open) };
  });
}

export default queryPage<typeof clientLoader>(OffersPage);
