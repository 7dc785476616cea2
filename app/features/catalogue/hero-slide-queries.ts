import { tableRows } from "#app/platform/table-rows.ts";
import type { HeroSlide } from "./hero-slides.ts";
import type { Tables } from "./product-queries.ts";

/** Returns the owner's slides in their order; empty while the default ones are shown. */
export async function readHeroSlides(tables: Tables): Promise<HeroSlide[]> {
  return heroSlidesFrom(tableRows(await tables.from("store_settings").select("hero_slides").single()));
}

/** The cast is safe, because a check in the database allows no other shape. */
function heroSlidesFrom({ hero_slides }: { hero_slides: unknown }): HeroSlide[] {
  return hero_slides as HeroSlide[];
}
