import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts";

/** The browser's pages have one language each, which their document says. */
function localeOfDocument(): Locale {
  const tag = typeof document === "undefined" ? "" : document.documentElement.lang.slice(0, 2);
  return isLocale(tag) ? tag : DEFAULT_LOCALE;
}

let readLocale = localeOfDocument;

/** Returns the language of the page, or of the message, that is being written. */
export function currentLocale(): Locale {
  return readLocale();
}

/** On the server, the language belongs to the request or message; the server says how to read it. */
export function setLocaleReader(read: () => Locale): void {
  readLocale = read;
}
