import { listDiscountCodes } from "#app/features/price-rules/discount-queries.ts";
import { DiscountsPage } from "#app/features/price-rules/discounts-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Discount codes") });

export function clientLoader() {
  return loadPage(["discount-codes"], async () => ({ discounts: await listDiscountCodes(getBrowserData()) }));
}

export default queryPage<typeof clientLoader>(DiscountsPage);
