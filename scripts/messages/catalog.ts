import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type GetTextTranslation, po } from "gettext-parser";
import { type Locale, STAFF_LOCALES, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { messageKey } from "#app/messages/t.ts";
import { type Audience, translationsFile } from "#server/settings/translations.ts";
import { ERROR_CONTEXT, endpointMessages, reasonMessages, sqlMessages } from "./error-messages.ts";
import { isStaffFile } from "./shopper-texts.ts";
import { type SourceMessage, sourceMessages } from "./source-messages.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Folders with texts to translate. */
const FOLDERS = ["app", "server"];
/** Schema files and endpoints whose errors shoppers see. */
const SCHEMAS = [
  "accounts/accounts.sql",
  "accounts/deleted-accounts.sql",
  "accounts/saved-carts.sql",
  "accounts/saved-details.sql",
  "customers/back-in-stock.sql",
  "delivery/delivery-zones.sql",
  "delivery/order-delivery.sql",
  "delivery/time-windows.sql",
  "delivery/unavailable-windows.sql",
  "messages/push-subscriptions.sql",
  "orders/order-commands.sql",
  "orders/order-links.sql",
  "orders/orders.sql",
  "orders/place-order.sql",
  "orders/substitution-preferences.sql",
  "pay-in-store/pay-in-store.sql",
  "payments/delivery-fees.sql",
  "pricing/discount-codes.sql",
  "pricing/order-discount.sql",
  "search/search.sql",
  "texts/substitution-questions.sql",
  "texts/text-consents.sql",
];
const ENDPOINTS = [
  ...["account.ts", "caller.ts", "close-payment.ts", "create-payment-intent.ts", "open-payment.ts", "order-link.ts"],
  ...["own-order.ts", "pay-delivery-fee.ts", "pay-link.ts", "payment-attempts.ts", "reauthentication.ts"],
  ...["stop-messages.ts", "texts.ts", "withdraw-order.ts"],
];
/** Folder, files whose errors shoppers see, function that finds the messages, and pattern of the files. */
const ERRORS: readonly [string, readonly string[], (text: string) => string[], RegExp][] = [
  ["supabase/schemas", SCHEMAS, sqlMessages, /\.sql$/],
  ["supabase/schemas/catalog", [], reasonMessages, /^(?:imports|inventory-items)\.sql$/],
  ["server/endpoints", ENDPOINTS, endpointMessages, /(?<!\.test)\.ts$/],
];
const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$/;

/** A message and all its uses. */
export interface CatalogMessage {
  text: string;
  context: string | undefined;
  uses: { file: string; place: string; names: string[]; audience: Audience }[];
}

/** A translation file. */
export interface Catalog {
  locale: Locale;
  audience: Audience;
}

/** All translation files: each language has one, and languages of the back office have a second. */
export const CATALOGS: readonly Catalog[] = TRANSLATED_LOCALES.flatMap((locale): Catalog[] => [
  { locale, audience: "shoppers" },
  ...(STAFF_LOCALES.includes(locale) ? [{ locale, audience: "staff" as const }] : []),
]);

/** Returns the messages of all sources by `messageKey`, in the order of files and lines. */
export function readMessages(): Map<string, CatalogMessage> {
  const messages = new Map<string, CatalogMessage>();
  for (const file of sourceFiles()) {
    for (const message of sourceMessages(file, readFileSync(join(ROOT, file), "utf8"))) addUse(messages, file, message);
  }
  for (const [folder, shopperFiles, read, pattern] of ERRORS) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
    for (const name of files.filter((file) => pattern.test(file)).sort()) {
      const isForShoppers = shopperFiles.some((file) => file === name);
      addErrors(messages, `${folder}/${name}`, read, isForShoppers ? "shoppers" : "staff");
    }
  }
  return messages;
}

/**
 * Returns the messages of one translation file. A message that both shoppers and staff read is in the shoppers' file.
 */
export function messagesFor(
  messages: ReadonlyMap<string, CatalogMessage>,
  audience: Audience,
): Map<string, CatalogMessage> {
  return new Map(
    [...messages].filter(([, { uses }]) => uses.every((use) => use.audience === "staff") === (audience === "staff")),
  );
}

/** Returns the paths of the store's source files, without tests. */
export function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !TEST.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  ).sort();
}

/** Returns a file's translations, including those of messages that are no longer in the sources. */
export function readCatalog({ locale, audience }: Catalog): GetTextTranslation[] {
  const file = translationsFile(locale, audience);
  if (!existsSync(file)) return [];
  return Object.values(po.parse(readFileSync(file)).translations)
    .flatMap((texts) => Object.values(texts))
    .filter(({ msgid }) => msgid !== "");
}

/**
 * Writes a language's translation files: each message once, with its translation if there is one.
 * @param translate replaces every translation
 */
export function writeCatalogs(
  locale: Locale,
  messages: ReadonlyMap<string, CatalogMessage>,
  translate?: (text: string) => string,
): void {
  const catalogs = CATALOGS.filter((catalog) => catalog.locale === locale);
  // Translations of both files, so that a message keeps its translation when it moves to the other file.
  const known = new Map(
    catalogs.flatMap(readCatalog).map((entry) => [messageKey(entry.msgid, entry.msgctxt), entry.msgstr]),
  );
  for (const { audience } of catalogs) {
    const entries = [...messagesFor(messages, audience)].map(([key, { text, context, uses }]): GetTextTranslation => {
      const extracted = [...new Set(uses.map(({ place }) => place).filter(Boolean))].join("; ");
      const reference = [...new Set(uses.map(({ file }) => file))].join("\n");
      return {
        msgid: text,
        ...(context === undefined ? {} : { msgctxt: context }),
        msgstr: translate ? [translate(text)] : (known.get(key) ?? [""]),
        comments: { extracted, reference },
      };
    });
    writeEntries(locale, translationsFile(locale, audience), entries);
  }
}

function writeEntries(locale: Locale, file: string, entries: readonly GetTextTranslation[]): void {
  const translations: Record<string, Record<string, GetTextTranslation>> = {};
  for (const entry of entries) {
    translations[entry.msgctxt ?? ""] = { ...translations[entry.msgctxt ?? ""], [entry.msgid]: entry };
  }
  const headers = { Language: locale, "Content-Type": "text/plain; charset=utf-8" };
  writeFileSync(
    file,
    `${po.compile({ charset: "utf-8", headers, translations }, { foldLength: 0 })}\n`.replace(/\n+$/, "\n"),
  );
}

function addErrors(
  messages: Map<string, CatalogMessage>,
  file: string,
  read: (text: string) => string[],
  audience: Audience,
): void {
  for (const text of read(readFileSync(join(ROOT, file), "utf8"))) {
    const key = messageKey(text, ERROR_CONTEXT);
    const known = messages.get(key) ?? { text, context: ERROR_CONTEXT, uses: [] };
    known.uses.push({ file, place: "error message", names: [], audience });
    messages.set(key, known);
  }
}

function addUse(messages: Map<string, CatalogMessage>, file: string, message: SourceMessage): void {
  const key = messageKey(message.text, message.context);
  const known = messages.get(key) ?? { text: message.text, context: message.context, uses: [] };
  const audience = isStaffFile(file) ? "staff" : "shoppers";
  known.uses.push({ file, place: message.place, names: [...message.values.keys()], audience });
  messages.set(key, known);
}
