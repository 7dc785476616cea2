import { SettingsPage } from "#app/features/settings/settings-page.tsx";
import { getStoreSettings } from "#app/features/settings/settings-queries.ts";
import { listSnapRules } from "#app/features/snap/snap-rule-queries.ts";
import { SnapRules } from "#app/features/snap/snap-rules.tsx";
import { requireOwner } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/snap-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwner];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "SNAP EBT", description: t("What SNAP EBT pays for in the store."), path: null });
}

export async function clientLoader() {
  const data = getBrowserData();
  const [settings, rules] = await Promise.all([getStoreSettings(data), listSnapRules(data)]);
  return { settings, rules };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>SNAP EBT</h1>
      <Spinner />
    </Page>
  );
}

export default function SnapRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <SettingsPage part="snap" settings={loaderData.settings} isOwner>
        <SnapRules saved={loaderData.rules} />
      </SettingsPage>
    </Page>
  );
}
