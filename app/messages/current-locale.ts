import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts";

/** In the browser, a page has one language, from its document. */
function localeOfDocument(): Locale {
  const tag = typeof document === "undefined" ? "" : document.documentElement.lang.slice(0, 2);
  return isLocale(tag) ? tag : DEFAULT_LOCALE;
}

let readLocale = localeOfDocument;

/** Returns the language of the current page or message. */
export function currentLocale(): Locale {
  return readLocale();
}

/** Sets how the language is read on the server, where it belongs to the request or message. */
export function setLocaleReader(read: () => Locale): void {
  readLocale = read;
}
