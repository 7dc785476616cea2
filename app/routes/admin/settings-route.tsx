import { findVisitor } from "#app/features/account/visitor.ts";
import { requireManager } from "#app/features/back-office/require-role.ts";
import { SettingsPage } from "#app/features/back-office/settings-page.tsx";
import { getShopRecord } from "#app/features/back-office/shop-record.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/settings-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Shop settings",
    description: "The shop's record: name, place, hours and promises.",
    path: null,
  });
}

export async function clientLoader() {
  const data = getBrowserData();
  const [settings, visitor] = await Promise.all([getShopRecord(data), findVisitor(data)]);
  return { settings, isOwner: visitor?.role === "owner" };
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
      <SettingsPage {...loaderData} />
    </Page>
  );
}
