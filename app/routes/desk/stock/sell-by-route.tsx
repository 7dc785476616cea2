import { listBatches } from "#app/features/stock/batch.ts";
import { DAY_CHOICES, SellByPage } from "#app/features/stock/sell-by-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/sell-by-route";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const typed = new URL(request.url).searchParams.get("days");
  const maxDays = DAY_CHOICES.find((days) => days === typed) ?? "14";
  return loadPage(["sell-by", maxDays], async () => ({
    batches: await listBatches(getBrowserData(), Number(maxDays)),
    maxDays,
  }));
}

export default queryPage<typeof clientLoader>(SellByPage);
