import { listBatches } from "#app/features/stock/batch.ts";
import { DAY_CHOICES, SellByPage } from "#app/features/stock/sell-by-page.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/sell-by-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Sell by") });

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const typed = new URL(request.url).searchParams.get("days");
  const maxDays = DAY_CHOICES.find((days) => days === typed) ?? "14";
  return loadPage(["sell-by", maxDays], async () => ({
    batches: await listBatches(getBrowserData(), Number(maxDays)),
    maxDays,
  }));
}

export default function SellByRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <SellByPage {...usePageQuery(loaderData)} />
    </Page>
  );
}
