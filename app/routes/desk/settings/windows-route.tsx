import { listWindowRules } from "#app/features/delivery/window-rule.ts";
import { WindowsPage } from "#app/features/delivery/windows-page.tsx";
import { readDeskUser } from "#app/features/desk-frame/desk-user.ts";
import { SettingsPartForm } from "#app/features/settings/settings-page.tsx";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/windows-route";

export function clientLoader() {
  return loadPage(["windows"], async () => {
    const data = getBrowserData();
    const [user, settings, rules] = await Promise.all([readDeskUser(), getStoreSettings(data), listWindowRules(data)]);
    return { isOwner: user.role === "owner", settings, rules };
  });
}

export default function WindowsRoute({ loaderData }: Route.ComponentProps) {
  const { isOwner, settings, rules } = usePageQuery(loaderData);
  return (
    <WindowsPage rules={rules} settings={settings}>
      <SettingsPartForm part="windows" settings={settings} isOwner={isOwner} onSaved={invalidateReads} />
    </WindowsPage>
  );
}
