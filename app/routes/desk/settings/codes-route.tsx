import { listDiscountCodes } from "#app/features/price-rules/discount-queries.ts";
import { DiscountsPage } from "#app/features/price-rules/discounts-page.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/codes-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Discount codes") });

export function clientLoader() {
  return loadPage(["discount-codes"], () => listDiscountCodes(getBrowserData()));
}

export default function DiscountsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <DiscountsPage discounts={usePageQuery(loaderData)} />
    </Page>
  );
}
