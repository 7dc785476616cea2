import { readDeskUser } from "#app/features/desk-frame/desk-user.ts";
import { MyRunPage } from "#app/features/driver-runs/my-run-page.tsx";
import { listMyRuns } from "#app/features/driver-runs/run-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";

export async function clientLoader() {
  const data = getBrowserData();
  const { id: driverId } = await readDeskUser();
  return { driverId, initial: await listMyRuns(data, driverId) };
}

export default loadedPage<typeof clientLoader>(MyRunPage);
