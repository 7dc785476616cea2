import { currentLocale } from "#app/messages/current-locale.ts";
import { LANGUAGES } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";

/**
 * Tells staff which language a customer reads: "Reads Spanish".
 * @param language two letters
 * @returns null if it is the language of the page
 */
export function customerLanguageText(language: string): string | null {
  const locale = currentLocale();
  if (language === locale) return null;
  const name = new Intl.DisplayNames(LANGUAGES[locale].intl, { type: "language" }).of(language) ?? language;
  return t("Reads {language}", { language: name });
}
