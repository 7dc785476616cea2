import { SettingsIndex } from "#app/features/desk-frame/settings-index.tsx";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/settings-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

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
