import { listChoiceGroups } from "#app/features/choice-groups/choice-group-queries.ts";
import { ChoiceGroupsPage } from "#app/features/choice-groups/choice-groups-page.tsx";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/choice-groups-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Choices"), description: t("How products are cut and prepared."), path: null });
}

export function clientLoader() {
  return loadPage(["choice-groups-page"], async () => ({ groups: await listChoiceGroups(getBrowserData()) }));
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Choices")}</h1>
      <Spinner />
    </Page>
  );
}

export default function ChoiceGroupsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <ChoiceGroupsPage {...usePageQuery(loaderData)} />
    </Page>
  );
}
