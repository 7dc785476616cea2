import { getHeroSlides } from "#app/features/hero-slides/slide-queries.ts";
import { SlidesPage } from "#app/features/hero-slides/slides-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";

export async function clientLoader() {
  return { slides: await getHeroSlides(getBrowserData()) };
}

export default loadedPage<typeof clientLoader>(SlidesPage);
