import { currentLocale } from "./current-locale.ts";
import { LANGUAGES } from "./locales.ts";

/** Returns the name of a language in the language of the page. Takes a two-letter code. */
export function languageName(language: string): string {
  return new Intl.DisplayNames(LANGUAGES[currentLocale()].intl, { type: "language" }).of(language) ?? language;
}
