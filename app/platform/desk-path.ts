import { splitLocale } from "#app/messages/locales.ts";

/** Returns whether a page belongs to the back office, in any language. */
export function isDeskPath(pathname: string): boolean {
  return /^\/desk(?:[/?.]|$)/.test(splitLocale(pathname).path);
}
