import { currentLocale } from "#app/messages/current-locale.ts";
import { languageName } from "#app/messages/language-name.ts";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";

/**
 * Returns a note for staff about the customer's language, such as "Reads Spanish".
 * @param language two-letter code
 * @returns null for English, and for the language of the page
 */
export function customerLanguageText(language: string): string | null {
  if (language === DEFAULT_LOCALE || language === currentLocale()) return null;
  return t("Reads {language}", { language: languageName(language) });
}
