import { redirect } from "react-router";
import { findCurrentUser } from "#app/features/account/current-user.ts";
import { loginAddress } from "#app/features/account/require-login.ts";
import { SettingsPlaces } from "#app/features/settings/settings-places.tsx";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/settings-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Settings", description: "Store settings.", path: null });
}

export async function clientLoader() {
  const user = await findCurrentUser(getBrowserData());
  if (!user) throw redirect(loginAddress("/desk/settings"));
  return { user };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Settings</h1>
      <Spinner />
    </Page>
  );
}

export default function SettingsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <SettingsPlaces {...loaderData} />
    </Page>
  );
}
