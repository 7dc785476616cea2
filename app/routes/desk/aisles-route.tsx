import { listAisles } from "#app/features/desk/aisles.ts";
import { AislesPage } from "#app/features/desk/aisles-page.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/aisles-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Aisles") });

export async function clientLoader() {
  return { aisles: await listAisles(getBrowserData()) };
}

export default function AislesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <AislesPage saved={loaderData.aisles} />
    </Page>
  );
}
