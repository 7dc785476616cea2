import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
/** Modules that pages for shoppers, the service worker, and the server start with. */
const SHOPPER_ENTRIES = /^(app\/(root|entry\.|offline\/|routes\/(?!desk\b))|server\/)/;

/** Modules for staff that shoppers' pages and the server import, too. */
const STAFF_MODULES: readonly RegExp[] = [
  // The dashboard after the login, and names of feeds.
  /^app\/features\/(order-admin|product-feeds)\//,
  /\/admin-(recipe-)?tools\.tsx$/,
  // Findings of the setup checklist, and endpoints of the back office.
  /^server\/\w+\/(check-[\w-]+|live-settings|setup-checklist|try-charge)\.ts$/,
  /^server\/endpoints\/(backups|customers|desk-events|orders|owner|payouts|point-of-sale)\.ts$/,
];

const IMPORT = /^(?:import|export) (?!type )[^;]*? from "([#.][^"]+)";|\bimport\("([#.][^"]+)"\)/gm;

/** Returns the source files whose texts shoppers see: all that their pages and the server load, now or later. */
export function listShopperFiles(sources: readonly string[]): ReadonlySet<string> {
  const isForShoppers = (file: string) => sources.includes(file) && !STAFF_MODULES.some((one) => one.test(file));
  const files = new Set(sources.filter((file) => SHOPPER_ENTRIES.test(file) && isForShoppers(file)));
  for (const file of files) {
    for (const [, path, later = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)) {
      const name = path ?? later;
      const imported = name.startsWith("#") ? name.slice(1) : join(dirname(file), name);
      if (isForShoppers(imported)) files.add(imported);
    }
  }
  return files;
}

/** Exceptions: files for search engines, files with a text for each language, and files without interface texts. */
const OTHER_FILES: readonly RegExp[] = [
  /\/(robots-route|\w+(-\w+)*-structured-data|structured-data|calendar-file|language-texts)\.tsx?$/,
  // The owner's texts, and a new store's defaults.
  /\/store-settings\.ts$/,
  // Browser names.
  /\/account-sessions\.ts$/,
  // Formats: CSV files, feeds, stored names and reasons, shelf labels, keys.
  /\/(export-\w+|accounting-exports|audit-(sentence|words|price-sentences)|payouts|purchase|tax-report|agentic-feed|google-feed|feed-\w+)\.ts$/,
  /\/(import-(name|shopify|woo)|parse-import|delivery-areas|product-pictures|reduced-products|grid-keys)\.ts$/,
  /\/(slide-queries|shelf-labels-page|order-qr-code)\.tsx?$/,
];

/** Returns whether each text of a source file must be a message. */
export function hasOnlyMessages(file: string): boolean {
  return /^app\/(?!messages\b)\w+\//.test(file) && !OTHER_FILES.some((other) => other.test(file));
}

/** String literals that are not interface texts: codes, HTTP methods, error names, brands, and units. */
export const KNOWN_LITERALS: readonly RegExp[] = [
  /^[A-Z]+$/,
  /^\w*Error$/,
  /^(Bearer|Google|WhatsApp|SNAP EBT|Facebook|Dudu-Osun Black Soap)$/,
  /^(American Express|Diners Club|Discover|Mastercard|UnionPay|Visa)$/,
  // Selectors, and keys of elements and of stored values.
  /^(input:\w+|removed|typing|id,|Arrow)/,
  // A text that the auth service adds to the URL.
  /^Confirmation link accepted/,
  // Stored names, and prefixes of storage keys.
  /^(Margin,|No supplier|Purchase list|Sales tax|Shop Now|Test charge|The shop's server|Enter)$/,
  /^(article|code|product|record|supplier|synonyms|week of|words|zone)$/,
];
