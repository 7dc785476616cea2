import { listDiscountCodes } from "#app/features/price-rules/discount-queries.ts";
import { DiscountsPage } from "#app/features/price-rules/discounts-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/codes-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Discount codes") });

export function clientLoader() {
  return loadPage(["discount-codes"], () => listDiscountCodes(getBrowserData()));
}

export default function DiscountsRoute({ loaderData }: Route.ComponentProps) {
  return <DiscountsPage discounts={usePageQuery(loaderData)} />;
}
