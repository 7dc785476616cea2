import { currentLocale } from "./current-locale.ts";
import { LANGUAGES } from "./locales.ts";

/** Returns the plural category of a count in the language of the page, for the compiled messages. */
export function pluralOf(count: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(LANGUAGES[currentLocale()].intl).select(count);
}

/** Returns a count as the language of the page writes it, for the compiled messages. */
export function countText(count: number): string {
  return count.toLocaleString(LANGUAGES[currentLocale()].intl);
}
