import type { HeroSlide } from "#app/features/catalog/hero-slides.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { type FindText, textKey, translateTexts } from "./content-texts.ts";

/** Returns the store settings with translated texts for shoppers. */
export function translateSettings(settings: StoreSettings, find: FindText): StoreSettings {
  return {
    ...translateTexts(
      settings,
      { bannerText: textKey("store", "banner_text", "store"), pauseReason: textKey("store", "pause_reason", "store") },
      find,
    ),
    closedDays: settings.closedDays.map((closed) =>
      translateTexts(closed, { reason: textKey("closed_day", "reason", closed.day) }, find),
    ),
    team: settings.team.map((member) =>
      translateTexts(member, { title: textKey("team_member", "title", member.name) }, find),
    ),
    testimonials: settings.testimonials.map((words) =>
      translateTexts(words, { text: textKey("testimonial", "text", words.name) }, find),
    ),
  };
}

export function translateSlides(slides: readonly HeroSlide[], find: FindText): HeroSlide[] {
  return slides.map((slide) => {
    const key = (field: string) => textKey("slide", field, slide.id);
    const keys = { header: key("header"), text: key("text"), buttonLabel: key("buttonLabel"), alt: key("alt") };
    return translateTexts(slide, keys, find);
  });
}
