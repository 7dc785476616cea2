import { listChoiceGroups } from "#app/features/products/choice-group-queries.ts";
import { ChoiceGroupsPage } from "#app/features/products/choice-groups-page.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/choices-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Cuts and choices") });

export function clientLoader() {
  return loadPage(["choice-groups-page"], async () => ({ groups: await listChoiceGroups(getBrowserData()) }));
}

export default function ChoiceGroupsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <ChoiceGroupsPage {...usePageQuery(loaderData)} />
    </Page>
  );
}
