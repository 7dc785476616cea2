import { isLocale, type Locale } from "#app/messages/locales.ts";

/** Storage key of the language chosen on this device. */
const LANGUAGE_KEY = "language";

/** Browser only. */
export function rememberLanguage(locale: Locale): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, locale);
  } catch {
    // Storage is blocked. The URL still has the language.
  }
}

/** Returns the language chosen on this device, or null. Browser only. */
export function chosenLanguage(): Locale | null {
  try {
    const locale = localStorage.getItem(LANGUAGE_KEY) ?? "";
    return isLocale(locale) ? locale : null;
  } catch {
    return null;
  }
}
