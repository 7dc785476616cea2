import { listZones } from "#app/features/delivery/zone-queries.ts";
import { ZonesPage } from "#app/features/delivery/zones-page.tsx";
import { SettingsPartForm } from "#app/features/settings/settings-page.tsx";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/zones-route";

export function clientLoader() {
  return loadPage(["zones"], async () => {
    const data = getBrowserData();
    const [zones, settings] = await Promise.all([listZones(data), getStoreSettings(data)]);
    return { zones, settings };
  });
}

export default function ZonesRoute({ loaderData }: Route.ComponentProps) {
  const { zones, settings } = usePageQuery(loaderData);
  return (
    <ZonesPage zones={zones}>
      {zones.length === 0 ? (
        <SettingsPartForm part="delivery" settings={settings} isOwner onSaved={invalidateReads} />
      ) : null}
    </ZonesPage>
  );
}
