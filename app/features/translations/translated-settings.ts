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
