import { useState } from "react";
import { FeedAddresses } from "#app/features/product-feeds/feed-addresses.tsx";
import { SettingsPage } from "#app/features/settings/settings-page.tsx";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import type { Route } from "./+types/feeds-route";

export async function clientLoader() {
  return { settings: await getStoreSettings(getBrowserData()) };
}

export default function FeedsRoute({ loaderData, matches }: Route.ComponentProps) {
  const [settings, setSettings] = useState(loaderData.settings);
  return (
    <SettingsPage part="feeds" settings={loaderData.settings} isOwner onSaved={setSettings}>
      <FeedAddresses settings={settings} origin={matches[0].loaderData.config.publicOrigin} />
    </SettingsPage>
  );
}
