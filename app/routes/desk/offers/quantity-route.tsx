import { QuantityPriceList } from "#app/features/price-rules/quantity-price-list.tsx";
import { listQuantityPrices } from "#app/features/price-rules/quantity-price-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["quantity-prices"], async () => ({ entries: await listQuantityPrices(getBrowserData()) }));
}

export default queryPage<typeof clientLoader>(QuantityPriceList);
