import { getHeroSlides } from "#app/features/hero-slides/slide-queries.ts";
import { SlidesPage } from "#app/features/hero-slides/slides-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import type { Route } from "./+types/slides-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Hero slides") });

export async function clientLoader() {
  return { slides: await getHeroSlides(getBrowserData()) };
}

export default function SlidesRoute({ loaderData: { slides } }: Route.ComponentProps) {
  return <SlidesPage slides={slides} />;
}
