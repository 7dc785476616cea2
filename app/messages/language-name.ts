import { currentLocale } from "./current-locale.ts";
import { LANGUAGES } from "./locales.ts";

/** Returns the name of a language, of two letters, in the language of the page. */
export function languageName(language: string): string {
  return new Intl.DisplayNames(LANGUAGES[currentLocale()].intl, { type: "language" }).of(language) ?? language;
}
