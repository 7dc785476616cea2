import { currentLocale } from "./current-locale.ts";
import { LANGUAGES } from "./locales.ts";

/** Returns the plural category of a count in the language of the page; called by compiled messages. */
export function pluralOf(count: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(LANGUAGES[currentLocale()].intl).select(count);
}

/** Formats a count in the language of the page; called by compiled messages. */
export function countText(count: number): string {
  return count.toLocaleString(LANGUAGES[currentLocale()].intl);
}
