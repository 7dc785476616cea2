import { use } from "react";
import { findCurrentUser } from "#app/features/account/current-user.ts";
import { MyRunPage } from "#app/features/driver-runs/my-run-page.tsx";
import { listMyRuns } from "#app/features/driver-runs/run-queries.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import type { Route } from "./+types/my-run-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("My run") });

export async function clientLoader() {
  const data = getBrowserData();
  const driverId = (await findCurrentUser(data))?.id ?? "";
  return { driverId, runs: await listMyRuns(data, driverId) };
}

export default function MyRunRoute({ loaderData: { driverId, runs } }: Route.ComponentProps) {
  return (
    <Page>
      <MyRunPage initial={runs} driverId={driverId} timeZone={use(ShopTimeZone)} />
    </Page>
  );
}
