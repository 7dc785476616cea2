import { labelKeysFrom, listShelfLabels } from "#app/features/scanning/shelf-label.ts";
import { ShelfLabelsPage } from "#app/features/scanning/shelf-labels-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";
import type { Route } from "./+types/shelf-labels-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Shelf labels") });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const keys = labelKeysFrom(new URL(request.url).searchParams.get("rows") ?? "");
  return { labels: await listShelfLabels(getBrowserData(), keys) };
}

export default loadedPage<typeof clientLoader>(ShelfLabelsPage);
