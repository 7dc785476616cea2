/** Folders with texts for shoppers: each text there must be a message. */
const SHOPPER_FOLDERS: readonly string[] = [
  ...["account", "back-in-stock", "blog", "buy-again", "cart", "catalog", "checkout", "home", "order-texts"],
  ...["orders", "pay-in-store", "payments", "recipes", "saved-details", "search", "snap", "store"],
  "whatsapp-order",
]
  .map((feature) => `app/features/${feature}/`)
  .concat(["account", "blog", "checkout", "pages", "search", "storefront"].map((folder) => `app/routes/${folder}/`))
  .concat(["app/ui/", "app/values/", "app/platform/", "app/offline/"]);

/** Files for shoppers in other folders. */
const SHOPPER_FILES =
  /\/(delivery\/(next-times|order-time|time-choice|window-choice|zip-answer|zip-check|zip-line)|driver-runs\/delivery-photo|point-of-sale\/pay-(form|link|page)|translations\/language-menu)\.tsx?$/;

/** Files for staff in the shoppers' folders. */
const STAFF_FILES: readonly RegExp[] = [
  /\/(waiting-customers|product-(choice|finder)|search-page|synonym-form|synonym-draft|save-synonyms|recipe-form)\.tsx?$/,
  /\/(recipe-draft|recipe-line-fields|recipe-tools|save-recipe|snap-rules|snap-amount|pay-in-store-page|take-text)\.tsx?$/,
  /\/(pay-in-store-settings|substitution-answers?|list-keyboard-help|product-fields)\.tsx?$/,
  /\/(order-(language|steps)|move-orders|undo-bar)\.tsx?$/,
  // Findings of the setup checklist, and endpoints of the back office.
  /^server\/\w+\/(check-[\w-]+|live-settings|setup-checklist|try-charge)\.ts$/,
  /^server\/endpoints\/(backups|customers|desk-events|orders|owner|payouts|point-of-sale)\.ts$/,
];

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

/** Returns whether only staff read the texts of a source file. */
export function isStaffFile(file: string): boolean {
  const isInFeature = file.startsWith("app/features/") || file.startsWith("app/routes/");
  return STAFF_FILES.some((one) => one.test(file)) || (isInFeature && !isInShopperFolder(file));
}

/** Returns whether each text of a source file must be a message. */
export function hasOnlyMessages(file: string): boolean {
  const isRead = isInShopperFolder(file) || (file.startsWith("app/") && isStaffFile(file));
  return isRead && !OTHER_FILES.some((other) => other.test(file));
}

function isInShopperFolder(file: string): boolean {
  return SHOPPER_FILES.test(file) || SHOPPER_FOLDERS.some((folder) => file.startsWith(folder));
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
