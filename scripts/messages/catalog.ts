import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Locale, STAFF_LOCALES, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { messageKey, type Translations } from "#app/messages/t.ts";
import { type Audience, translationsFile } from "#server/base/translations.ts";
import { raisedKeys } from "./raised-keys.ts";
import { listShopperFiles } from "./shopper-texts.ts";
import { sourceMessages } from "./source-messages.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Folders with texts to translate. */
const FOLDERS = ["app", "server"];
/** Schema files whose errors shoppers see. */
const SCHEMAS = [
  "accounts/accounts.sql",
  "customers/back-in-stock.sql",
  "customers/deleted-accounts.sql",
  "customers/saved-carts.sql",
  "customers/saved-details.sql",
  "delivery/delivery-zones.sql",
  "delivery/time-windows.sql",
  "messages/push-subscriptions.sql",
  "messages/unavailable-windows.sql",
  "order-commands/choose-pay-in-store.sql",
  "order-commands/order-commands.sql",
  "order-commands/order-links.sql",
  "order-commands/order-rules.sql",
  "order-commands/place-order.sql",
  "order-totals/order-delivery.sql",
  "order-totals/order-discount.sql",
  "order-totals/price-order.sql",
  "orders/orders.sql",
  "orders/stock.sql",
  "orders/substitution-preferences.sql",
  "pay-in-store/pay-in-store.sql",
  "payments/delivery-fees.sql",
  "payments/payments.sql",
  "pricing/discount-codes.sql",
  "search/search.sql",
  "settlement/fee-payments.sql",
  "staff/invitations.sql",
  "staff/staff.sql",
  "texts/substitution-questions.sql",
  "texts/text-consents.sql",
];
const SCHEMA_FOLDER = "supabase/schemas";
const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$/;

/** A message and all its uses. */
export interface CatalogMessage {
  text: string;
  context: string | undefined;
  uses: { file: string; place: string; note: string; names: string[]; audience: Audience }[];
}

/** A translation file. */
export type Catalog = { locale: Locale; audience: Audience };

/** All translation files: each language has one, and languages of the back office have a second. */
export const CATALOGS: readonly Catalog[] = TRANSLATED_LOCALES.flatMap((locale): Catalog[] => [
  { locale, audience: "shoppers" },
  ...(STAFF_LOCALES.includes(locale) ? [{ locale, audience: "staff" as const }] : []),
]);

/** Returns the messages of all sources by `messageKey`, in the order of files and lines. */
export function readMessages(): Map<string, CatalogMessage> {
  const messages = new Map<string, CatalogMessage>();
  const files = sourceFiles();
  const shopperFiles = listShopperFiles(files);
  for (const file of files) {
    const audience = shopperFiles.has(file) ? "shoppers" : "staff";
    for (const { text, context, values, place, note } of sourceMessages(file, readFileSync(join(ROOT, file), "utf8"))) {
      add(messages, text, context, { file, place, note, names: [...values.keys()], audience });
    }
  }
  const schemas = readdirSync(join(ROOT, SCHEMA_FOLDER), { recursive: true, encoding: "utf8" });
  for (const name of schemas.filter((file) => file.endsWith(".sql")).sort()) {
    const file = `${SCHEMA_FOLDER}/${name}`;
    const use = {
      file,
      place: "error message",
      note: "",
      audience: SCHEMAS.includes(name) ? "shoppers" : "staff",
    } as const;
    for (const { text, names } of raisedKeys(readFileSync(join(ROOT, file), "utf8"))) {
      add(messages, text, undefined, { ...use, names });
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

/** Returns a file's translations by key, "" for a missing one, including those of messages that are no longer used. */
export function readCatalog({ locale, audience }: Catalog): Map<string, string> {
  const file = translationsFile(locale, audience);
  return new Map(existsSync(file) ? Object.entries<string>(JSON.parse(readFileSync(file, "utf8"))) : []);
}

/**
 * Writes a language's translation files: each message once, sorted, with its translation if there is one.
 * @param changed translations by key, which replace those of the files
 */
export function writeCatalogs(
  locale: Locale,
  messages: ReadonlyMap<string, CatalogMessage>,
  changed: Translations = new Map(),
): void {
  const catalogs = CATALOGS.filter((catalog) => catalog.locale === locale);
  // Translations of both files, so that a message keeps its translation when it moves to the other file.
  const texts = new Map([...catalogs.flatMap((catalog) => [...readCatalog(catalog)]), ...changed]);
  for (const { audience } of catalogs) {
    const keys = [...messagesFor(messages, audience).keys()].sort();
    const entries = Object.fromEntries(keys.map((key) => [key, texts.get(key) ?? ""]));
    writeFileSync(translationsFile(locale, audience), `${JSON.stringify(entries, null, 2)}\n`);
  }
}

function add(
  messages: Map<string, CatalogMessage>,
  text: string,
  context: string | undefined,
  use: CatalogMessage["uses"][number],
): void {
  const key = messageKey(text, context);
  const known = messages.get(key) ?? { text, context, uses: [] };
  known.uses.push(use);
  messages.set(key, known);
}
