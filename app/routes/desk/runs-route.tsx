import { listDrivers, listRuns, listWaitingDeliveries } from "#app/features/driver-runs/run-queries.ts";
import { RunsPage } from "#app/features/driver-runs/runs-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

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

export default queryPage<typeof clientLoader>(RunsPage);
