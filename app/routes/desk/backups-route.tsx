import { BackupsPage } from "#app/features/setup/backups-page.tsx";
import { listBackups } from "#app/features/setup/shop-backups.ts";
import { requireOwner } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/backups-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwner];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Backups"), description: t("Backups of the store."), path: null });
}

export function clientLoader() {
  return loadPage(["backups"], async () => ({ listed: await listBackups(getBrowserData()) }));
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Backups")}</h1>
      <Spinner />
    </Page>
  );
}

export default function BackupsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <BackupsPage {...usePageQuery(loaderData)} />
    </Page>
  );
}
