import { useState } from "react";
import { LostWindowsNotice } from "#app/features/delivery/lost-windows-notice.tsx";
import { readDeskUser } from "#app/features/desk-frame/desk-user.ts";
import { LogoForm } from "#app/features/images/logo-form.tsx";
import { SETTING_PATHS, type SettingsPart } from "#app/features/settings/setting-groups.ts";
import { SettingsPage } from "#app/features/settings/settings-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { splitLocale } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { keysOf } from "#app/values/typed-object.ts";
import type { Route } from "./+types/settings-part-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Store settings"), heading: () => t("Settings") });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const [settings, user] = await Promise.all([getStoreSettings(data), readDeskUser()]);
  return { part: partAt(splitLocale(new URL(request.url).pathname).path), settings, isOwner: user.role === "owner" };
}

function partAt(path: string): SettingsPart {
  return keysOf(SETTING_PATHS).find((part) => path.replace(/\/+$/, "") === SETTING_PATHS[part]) ?? "shop";
}

export default function SettingsPartRoute({ loaderData }: Route.ComponentProps) {
  const { part } = loaderData;
  const shown = useStoreSettings();
  const [savedCount, setSavedCount] = useState(0);
  return (
    // Remounts for another part of the settings.
    <SettingsPage key={part} {...loaderData} onSaved={() => setSavedCount((count) => count + 1)}>
      {part === "shop" ? <LogoForm logo={loaderData.settings.logo} shown={shown} /> : null}
      {part === "hours" ? <LostWindowsNotice occasion={savedCount} /> : null}
    </SettingsPage>
  );
}
