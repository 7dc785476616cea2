import { listChoiceGroups } from "#app/features/products/choice-group-queries.ts";
import { ChoiceGroupsPage } from "#app/features/products/choice-groups-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["choice-groups-page"], async () => ({ groups: await listChoiceGroups(getBrowserData()) }));
}

export default queryPage<typeof clientLoader>(ChoiceGroupsPage);
