import { listZones } from "#app/features/delivery/zone-queries.ts";
import { ZonesPage } from "#app/features/delivery/zones-page.tsx";
import { requireOwner } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/zones-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwner];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t("Delivery zones"),
    description: t("Delivery areas and fees."),
    path: null,
  });
}

export function clientLoader() {
  return loadPage(["zones"], () => listZones(getBrowserData()));
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Delivery zones")}</h1>
      <Spinner />
    </Page>
  );
}

export default function ZonesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <ZonesPage zones={usePageQuery(loaderData)} />
    </Page>
  );
}
