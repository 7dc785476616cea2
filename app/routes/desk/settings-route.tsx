import { SettingsIndex } from "#app/features/desk-frame/settings-index.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";

/** Returns nothing. Without a loader, the middleware does not run when the page is opened directly. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Settings") });

export default SettingsIndex;
