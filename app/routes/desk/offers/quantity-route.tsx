import { QuantityPriceList } from "#app/features/price-rules/quantity-price-list.tsx";
import { listQuantityPrices } from "#app/features/price-rules/quantity-price-queries.ts";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/quantity-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Prices by quantity") });

export function clientLoader() {
  return loadPage(["quantity-prices"], () => listQuantityPrices(getBrowserData()));
}

export default function QuantityPricesRoute({ loaderData }: Route.ComponentProps) {
  return <QuantityPriceList entries={usePageQuery(loaderData)} />;
}
