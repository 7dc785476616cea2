import { isLocale, type Locale } from "#app/messages/locales.ts";

/** Storage key of the language chosen on this device. */
const LANGUAGE_KEY = "language";

/** Saves the chosen language on this device; in the browser only. */
export function rememberLanguage(locale: Locale): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, locale);
  } catch {
    // Storage is blocked; the language is still in the URL.
  }
}

/** Returns the language chosen on this device, or null; in the browser only. */
export function chosenLanguage(): Locale | null {
  try {
    const locale = localStorage.getItem(LANGUAGE_KEY) ?? "";
    return isLocale(locale) ? locale : null;
  } catch {
    return null;
  }
}
