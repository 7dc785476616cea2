import { currentLocale } from "#app/messages/current-locale.ts";
import { localizedPath } from "#app/messages/locales.ts";

/** Returns the full URL of a path of the store, in the language of this page. Browser only. */
export function pageAddressHere(path: string): string {
  return window.location.origin + localizedPath(currentLocale(), path);
}
