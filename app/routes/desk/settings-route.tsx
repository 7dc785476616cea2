import { SettingsIndex } from "#app/features/desk-frame/settings-index.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { Page } from "#app/ui/page.tsx";

/** Returns nothing. Without a loader, the middleware does not run when the page is opened directly. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Settings") });

export default function SettingsRoute() {
  return (
    <Page>
      <SettingsIndex />
    </Page>
  );
}
