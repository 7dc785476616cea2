import { t } from "#app/messages/t.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { bucketPicture } from "#app/values/picture-address.ts";
import type { Translatable } from "#app/values/untranslated.ts";
import type { Tables } from "./product-queries.ts";

/** Returns the owner's slides in their order; empty while the default ones are shown. */
export async function readHeroSlides(tables: Tables): Promise<HeroSlide[]> {
  return heroSlidesFrom(tableRows(await tables.from("store_settings").select("hero_slides").single()));
}

/** The cast is safe, because a check in the database allows no other shape. */
function heroSlidesFrom({ hero_slides }: { hero_slides: unknown }): HeroSlide[] {
  return hero_slides as HeroSlide[];
}

/** Returns the slides of the home page until the owner adds others. */
export function defaultSlides(): HeroSlide[] {
  return [
    {
      id: "wears",
      image: bucketPicture("hero-cloth.webp"),
      alt: "",
      header: t("Cloth with a story, cut for today"),
      text: t("Ankara, kente and agbada from makers we know, ready to wear or ready for your tailor."),
      buttonLabel: t("Shop Now"),
      link: "/home#wearsandStyles",
    },
    {
      id: "condiments",
      image: bucketPicture("hero-condiments.webp"),
      alt: "",
      header: t("The taste of home, by the spoon"),
      text: t("Egusi, red palm oil, suya pepper and jerk: everything the pot is waiting for."),
      buttonLabel: t("Explore"),
      link: "/condiments",
    },
    {
      id: "meat",
      image: bucketPicture("hero-meat-and-seafood.webp"),
      alt: "",
      header: t("From the market, fresh and frozen"),
      text: t("Goat cut to order, whole mackerel, smoked catfish and the right fish for your stew."),
      buttonLabel: t("Learn More"),
      link: "/home#meatandSeaFood",
    },
  ];
}

export interface HeroSlide extends Translatable {
  id: string;
  image: string;
  /** Alternative text; empty for a decorative image. */
  alt: string;
  header: string;
  text: string;
  buttonLabel: string;
  link: string;
}

export const HERO_ADVANCE_MS = 10_000;

/** Patterns of the slides, by position. */
const PATTERNS = ["kente", "bogolan", "scale"] as const;

export function patternAt(place: number): (typeof PATTERNS)[number] {
  return PATTERNS[place % PATTERNS.length] ?? PATTERNS[0];
}

/** Returns the next position; the first slide follows the last. */
export function placeAfter(place: number, count: number): number {
  return (place + 1) % count;
}
