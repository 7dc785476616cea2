import { requireAdmin } from "#app/features/back-office/require-admin.ts";
import { SettingsPage } from "#app/features/back-office/settings-page.tsx";
import { getShopRecord } from "#app/features/back-office/shop-record.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/settings-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAdmin];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Shop settings",
    description: "The shop's record: name, place, hours and promises.",
    path: null,
  });
}

export async function clientLoader() {
  return { settings: await getShopRecord(getBrowserData()) };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Shop settings</h1>
      <Spinner />
    </Page>
  );
}

export default function SettingsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <SettingsPage settings={loaderData.settings} />
    </Page>
  );
}
