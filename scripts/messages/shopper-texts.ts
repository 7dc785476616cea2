/** Folders whose texts shoppers read: each text there is a message. */
export const SHOPPER_FOLDERS: readonly string[] = [
  ...["account", "back-in-stock", "blog", "buy-again", "cart", "catalogue", "checkout", "languages", "order-texts"],
  ...["orders", "pay-in-store", "payments", "recipes", "saved-details", "search", "snap", "store", "waiting-line"],
  "whatsapp-order",
]
  .map((feature) => `app/features/${feature}/`)
  .concat(["account", "blog", "checkout", "pages", "search", "storefront"].map((folder) => `app/routes/${folder}/`))
  .concat(["app/ui/", "app/values/", "app/platform/", "app/offline/"]);

/** Exceptions: files for staff, for search engines, or with a text for each language. */
export const OTHER_FILES: readonly RegExp[] = [
  /\/(waiting-customers|product-finder|search-page|synonym-form|synonym-draft|save-synonyms|recipe-form)\.tsx?$/,
  /\/(recipe-draft|recipe-line-fields|recipe-tools|save-recipe|snap-rules|snap-amount|pay-in-store-page)\.tsx?$/,
  /\/(pay-in-store-settings|substitution-answers?|refund-list|tenders|list-keyboard-help)\.tsx?$/,
  /\/(robots-route|\w+(-\w+)*-structured-data|structured-data|calendar-file|language-proposal|offline-texts)\.tsx?$/,
  // The owner's texts, and the defaults of a new store.
  /\/(store-settings|hero-slides)\.ts$/,
  // Names of browsers.
  /\/device-name\.ts$/,
];

/** String literals that are not shopper texts: codes, HTTP methods, error names, brands, and units. */
export const KNOWN_LITERALS: readonly RegExp[] = [
  /^[A-Z]+$/,
  /^\w*Error$/,
  /^(Bearer|Google|WhatsApp|SNAP EBT|Facebook|Dudu-Osun Black Soap)$/,
  // Selectors, and keys of elements and stored values.
  /^(input:\w+|removed|typing|id,|Arrow)/,
  // A text of the auth service, in an address.
  /^Confirmation link accepted/,
  // Parts that only staff see.
  /^Not paid: |the customer's card|^Enter a weight such as/,
];
