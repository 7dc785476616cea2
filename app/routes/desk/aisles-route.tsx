import { listAisles } from "#app/features/desk/aisles.ts";
import { AislesPage } from "#app/features/desk/aisles-page.tsx";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/aisles-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Aisles"), description: t("The order of aisles in pick lists."), path: null });
}

export async function clientLoader() {
  return { aisles: await listAisles(getBrowserData()) };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Aisles")}</h1>
      <Spinner />
    </Page>
  );
}

export default function AislesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <AislesPage saved={loaderData.aisles} />
    </Page>
  );
}
