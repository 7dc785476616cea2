import { defaultSlides, readHeroSlides } from "#app/features/home/hero-slide-queries.ts";
import type { HeroSlide } from "#app/features/home/hero-slides.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries } from "#app/platform/reads.ts";

/** Returns the saved slides; empty while the default slides are shown. */
export function getHeroSlides(data: BrowserData): Promise<readonly HeroSlide[]> {
  return readWithRetries(["hero-slides"], () => readHeroSlides(data.rest));
}

/** English texts of the default slides. The owner edits the English texts in any page language. */
const ENGLISH: Record<string, Pick<HeroSlide, "header" | "text" | "buttonLabel">> = {
  wears: {
    header: "Cloth with a story, cut for today",
    text: "Ankara, kente and agbada from makers we know, ready to wear or ready for your tailor.",
    buttonLabel: "Shop Now",
  },
  condiments: {
    header: "The taste of home, by the spoon",
    text: "Egusi, red palm oil, suya pepper and jerk: everything the pot is waiting for.",
    buttonLabel: "Explore",
  },
  meat: {
    header: "From the market, fresh and frozen",
    text: "Goat cut to order, whole mackerel, smoked catfish and the right fish for your stew.",
    buttonLabel: "Learn More",
  },
};

/** Returns the default slides in English. */
export function englishSlides(): HeroSlide[] {
  return defaultSlides().map((slide) => ({ ...slide, ...ENGLISH[slide.id] }));
}
