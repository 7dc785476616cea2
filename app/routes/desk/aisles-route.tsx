import { listAisles } from "#app/features/products/aisles.ts";
import { AislesPage } from "#app/features/products/aisles-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Aisles") });

export async function clientLoader() {
  return { saved: await listAisles(getBrowserData()) };
}

export default loadedPage<typeof clientLoader>(AislesPage);
