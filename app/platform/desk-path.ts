import { splitLocale } from "#app/messages/locales.ts";

/** Whether a page belongs to the back office, in whichever language. */
export function isDeskPath(pathname: string): boolean {
  return /^\/desk(?:[/?.]|$)/.test(splitLocale(pathname).path);
}
