import { readHeroSlides } from "#app/features/catalog/hero-slide-queries.ts";
import type { HeroSlide } from "#app/features/catalog/hero-slides.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries } from "#app/platform/reads.ts";

/** Returns the saved slides; empty while the default slides are shown. */
export function getHeroSlides(data: BrowserData): Promise<readonly HeroSlide[]> {
  return readWithRetries(["hero-slides"], () => readHeroSlides(data.rest));
}
