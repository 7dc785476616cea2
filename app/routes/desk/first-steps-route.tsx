import { getSetupChecklist } from "#app/features/setup/setup-checklist.ts";
import { SetupChecklistPage } from "#app/features/setup/setup-checklist-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["first-steps"], () => getSetupChecklist(getBrowserData()));
}

export default queryPage<typeof clientLoader>(SetupChecklistPage);
