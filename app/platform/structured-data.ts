import { currentLocale } from "#app/messages/current-locale.ts";
import { localizedPath } from "#app/messages/locales.ts";

/** Structured data of schema.org: https://developers.google.com/search/docs/appearance/structured-data */
export type StructuredData = Record<string, unknown>;

/**
 * Returns the breadcrumbs of a page.
 * @param steps pages from the home page on, with their paths
 */
export function breadcrumbData(origin: string, steps: readonly { name: string; path: string }[]): StructuredData {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name,
      item: pageUrl(origin, path),
    })),
  };
}

/** Returns the full URL of a page in the language of this one, like its canonical URL. */
export function pageUrl(origin: string, path: string): string {
  return origin + localizedPath(currentLocale(), path);
}

/** Returns an absolute URL, as required for images in structured data. */
export function wholeAddress(address: string, origin: string): string {
  return address.startsWith("/") ? `${origin}${address}` : address;
}
