import type { Tables } from "#app/features/catalog/product-queries.ts";
import { type FindText, textKey, translateTexts } from "#app/features/translations/content-texts.ts";
import { t } from "#app/messages/t.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { bucketPicture } from "#app/values/picture-address.ts";
import type { HeroSlide } from "./hero-slides.ts";

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

export function translateSlides(slides: readonly HeroSlide[], find: FindText): HeroSlide[] {
  return slides.map((slide) => {
    const key = (field: string) => textKey("slide", field, slide.id);
    const keys = { header: key("header"), text: key("text"), buttonLabel: key("buttonLabel"), alt: key("alt") };
    return translateTexts(slide, keys, find);
  });
}
