import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts";

/** Returns the document's language; in the browser, a page has only one. */
function localeOfDocument(): Locale {
  const tag = typeof document === "undefined" ? "" : document.documentElement.lang.slice(0, 2);
  return isLocale(tag) ? tag : DEFAULT_LOCALE;
}

let readLocale = localeOfDocument;

/** Returns the language of the current page or message. */
export function currentLocale(): Locale {
  return readLocale();
}

/** Sets how the server determines the language, which depends on the request or message. */
export function setLocaleReader(read: () => Locale): void {
  readLocale = read;
}
