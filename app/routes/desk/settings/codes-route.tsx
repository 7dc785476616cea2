import { listDiscountCodes } from "#app/features/price-rules/discount-queries.ts";
import { DiscountsPage } from "#app/features/price-rules/discounts-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["discount-codes"], async () => ({ discounts: await listDiscountCodes(getBrowserData()) }));
}

export default queryPage<typeof clientLoader>(DiscountsPage);
