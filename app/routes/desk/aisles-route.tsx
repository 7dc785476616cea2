import { listAisles } from "#app/features/products/aisles.ts";
import { AislesPage } from "#app/features/products/aisles-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";

export async function clientLoader() {
  return { saved: await listAisles(getBrowserData()) };
}

export default loadedPage<typeof clientLoader>(AislesPage);
