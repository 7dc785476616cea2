import { readDeskUser } from "#app/features/desk-frame/desk-user.ts";
import { MyRunPage } from "#app/features/driver-runs/my-run-page.tsx";
import { listMyRuns } from "#app/features/driver-runs/run-queries.ts";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import type { Route } from "./+types/my-run-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("My run") });

export async function clientLoader() {
  const data = getBrowserData();
  const { id: driverId } = await readDeskUser();
  return { driverId, runs: await listMyRuns(data, driverId) };
}

export default function MyRunRoute({ loaderData: { driverId, runs } }: Route.ComponentProps) {
  return <MyRunPage initial={runs} driverId={driverId} />;
}
