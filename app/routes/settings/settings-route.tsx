import { SettingsIndex } from "#app/features/desk-frame/settings-index.tsx";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/settings-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

/** Returns nothing. Without a loader, the middleware does not run when the page is opened directly. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Settings"), description: t("Store settings."), path: null });
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Settings")}</h1>
      <Spinner />
    </Page>
  );
}

export default function SettingsRoute() {
  return (
    <Page>
      <SettingsIndex />
    </Page>
  );
}
