import { listAisles } from "#app/features/products/aisles.ts";
import { AislesPage } from "#app/features/products/aisles-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import type { Route } from "./+types/aisles-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Aisles") });

export async function clientLoader() {
  return { aisles: await listAisles(getBrowserData()) };
}

export default function AislesRoute({ loaderData }: Route.ComponentProps) {
  return <AislesPage saved={loaderData.aisles} />;
}
