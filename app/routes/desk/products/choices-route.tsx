import { listChoiceGroups } from "#app/features/products/choice-group-queries.ts";
import { ChoiceGroupsPage } from "#app/features/products/choice-groups-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/choices-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Cuts and choices") });

export function clientLoader() {
  return loadPage(["choice-groups-page"], async () => ({ groups: await listChoiceGroups(getBrowserData()) }));
}

export default function ChoiceGroupsRoute({ loaderData }: Route.ComponentProps) {
  return <ChoiceGroupsPage {...usePageQuery(loaderData)} />;
}
