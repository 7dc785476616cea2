/** Language of the store. `name` is written in that language; `intl` is the tag used to format dates and lists. */
export type Language = { name: string; intl: string };

/** Languages of the store by URL prefix. English has no prefix. */
export const LANGUAGES = {
  en: { name: "English", intl: "en-US" },
  es: { name: "Español", intl: "es-US" },
  fr: { name: "Français", intl: "fr-US" },
  // French format, because the browsers' Unicode data has no Haitian Creole; creole-dates.ts has the names of days and
  // months.
  ht: { name: "Kreyòl ayisyen", intl: "fr-HT" },
} as const satisfies Record<string, Language>;

export type Locale = keyof typeof LANGUAGES;

export const DEFAULT_LOCALE: Locale = "en";

export function isLocale(text: string): text is Locale {
  return Object.hasOwn(LANGUAGES, text);
}

export const LOCALES: readonly Locale[] = Object.keys(LANGUAGES).filter(isLocale);

/** Languages with a URL prefix. */
export const TRANSLATED_LOCALES: readonly Locale[] = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

/** Languages of the back office. */
export const STAFF_LOCALES: readonly Locale[] = ["en", "es"];

/** Returns the value of `<html lang>`. */
export function languageTag(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? LANGUAGES[locale].intl : locale;
}

/** Splits "/es/cart" into the locale and "/cart"; a path without a locale is English. */
export function splitLocale(path: string): { locale: Locale; path: string } {
  const [, first = ""] = /^\/([a-z]{2})(?=$|[/?#])/.exec(path) ?? [];
  if (!isLocale(first) || first === DEFAULT_LOCALE) return { locale: DEFAULT_LOCALE, path };
  const rest = path.slice(first.length + 1);
  return { locale: first, path: rest.startsWith("/") ? rest : `/${rest}` };
}

/** Returns the localized path of an English path: "/cart" is "/es/cart" in Spanish. */
export function localizedPath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}
