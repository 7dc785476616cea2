import { use } from "react";
import { listDrivers, listRuns, listWaitingDeliveries } from "#app/features/driver-runs/run-queries.ts";
import { RunsPage } from "#app/features/driver-runs/runs-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import type { Route } from "./+types/runs-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Delivery runs") });

export function clientLoader() {
  return loadPage(["runs"], async () => {
    const data = getBrowserData();
    const [runs, deliveries, drivers] = await Promise.all([
      listRuns(data, null),
      listWaitingDeliveries(data),
      listDrivers(data),
    ]);
    return { runs, deliveries, drivers };
  });
}

export default function RunsRoute({ loaderData }: Route.ComponentProps) {
  return <RunsPage {...usePageQuery(loaderData)} timeZone={use(ShopTimeZone)} />;
}
