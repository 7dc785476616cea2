import { SearchPage } from "#app/features/search/search-page.tsx";
import { listMissedSearches, listSynonyms } from "#app/features/search/synonym-queries.ts";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["search-words"], async () => {
    const data = getBrowserData();
    const [groups, missed] = await Promise.all([
      listSynonyms(data),
      getStoreSettings(data).then(({ timeZone }) => listMissedSearches(data, timeZone)),
    ]);
    return { groups, missed };
  });
}

export default queryPage<typeof clientLoader>(SearchPage);
