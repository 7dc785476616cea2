import { isLocale, LOCALES, type Locale } from "#app/messages/locales.ts";
import { readStored, writeStored } from "#app/values/device-storage.ts";

/** Storage key of the language chosen on this device. */
const LANGUAGE_KEY = "language";

/** Saves the chosen language on this device; in the browser only. */
export function rememberLanguage(locale: Locale): void {
  writeStored(LANGUAGE_KEY, locale);
}

/** Returns the language chosen on this device, or null; in the browser only. */
export function chosenLanguage(): Locale | null {
  const locale = readStored(LANGUAGE_KEY) ?? "";
  return isLocale(locale) ? locale : null;
}

/**
 * Runs before the first paint: notes on the page the language chosen on this device, or else the browser's first that
 * the store has, if the page is in another one.
 */
export const PROPOSE_LANGUAGE_SCRIPT = import.meta.env.SSR
  ? `try{var d=document.documentElement,a=${JSON.stringify(LOCALES)},c=[localStorage.getItem("${LANGUAGE_KEY}")].concat(navigator.languages.map(function(l){return l.slice(0,2)})).find(function(l){return a.includes(l)});if(c&&c!==d.lang.slice(0,2))d.dataset.proposedLanguage=c}catch(e){}`
  : "";
