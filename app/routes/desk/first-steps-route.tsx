import { getSetupChecklist } from "#app/features/setup/setup-checklist.ts";
import { SetupChecklistPage } from "#app/features/setup/setup-checklist-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/first-steps-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Setup checklist") });

export function clientLoader() {
  return loadPage(["first-steps"], () => getSetupChecklist(getBrowserData()));
}

export default function FirstStepsRoute({ loaderData }: Route.ComponentProps) {
  return <SetupChecklistPage checklist={usePageQuery(loaderData)} />;
}
