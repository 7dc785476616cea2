import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type GetTextTranslation, po } from "gettext-parser";
import type { Locale } from "#app/messages/locales.ts";
import { messageKey } from "#app/messages/t.ts";
import { translationsFile } from "#server/settings/translations.ts";
import { ERROR_CONTEXT, endpointMessages, sqlMessages } from "./error-messages.ts";
import { type SourceMessage, sourceMessages } from "./source-messages.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Folders with texts that are translated. */
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
const SHOPPER_ERRORS = [
  ["supabase/schemas", SCHEMAS, sqlMessages],
  ["server/endpoints", ENDPOINTS, endpointMessages],
] as const;
const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$/;

/** A message and all its uses. */
export interface CatalogMessage {
  text: string;
  context: string | undefined;
  uses: { file: string; place: string; names: string[] }[];
}

/** Returns the messages of all sources, in the order of files and lines, by `messageKey`. */
export function readMessages(): Map<string, CatalogMessage> {
  const messages = new Map<string, CatalogMessage>();
  for (const file of sourceFiles()) {
    for (const message of sourceMessages(file, readFileSync(join(ROOT, file), "utf8"))) addUse(messages, file, message);
  }
  for (const [folder, names, read] of SHOPPER_ERRORS) {
    for (const name of names) addErrors(messages, `${folder}/${name}`, read);
  }
  return messages;
}

/** The sources of the store, without tests. */
export function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !TEST.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  ).sort();
}

/** Returns a file's translations, including those of messages that no source has. */
export function readCatalog(locale: Locale): GetTextTranslation[] {
  const file = translationsFile(locale);
  if (!existsSync(file)) return [];
  return Object.values(po.parse(readFileSync(file)).translations)
    .flatMap((texts) => Object.values(texts))
    .filter(({ msgid }) => msgid !== "");
}

/**
 * Writes the file of a language: every message once, with its translation where there is one.
 * @param translate gives each a new translation
 */
export function writeCatalog(
  locale: Locale,
  messages: ReadonlyMap<string, CatalogMessage>,
  translate?: (text: string) => string,
): void {
  const known = new Map(readCatalog(locale).map((entry) => [messageKey(entry.msgid, entry.msgctxt), entry.msgstr]));
  const entries = [...messages].map(([key, { text, context, uses }]): GetTextTranslation => {
    const extracted = [...new Set(uses.map(({ place }) => place).filter(Boolean))].join("; ");
    const reference = [...new Set(uses.map(({ file }) => file))].join("\n");
    return {
      msgid: text,
      ...(context === undefined ? {} : { msgctxt: context }),
      msgstr: translate ? [translate(text)] : (known.get(key) ?? [""]),
      comments: { extracted, reference },
    };
  });
  const translations: Record<string, Record<string, GetTextTranslation>> = {};
  for (const entry of entries) {
    translations[entry.msgctxt ?? ""] = { ...translations[entry.msgctxt ?? ""], [entry.msgid]: entry };
  }
  const headers = { Language: locale, "Content-Type": "text/plain; charset=utf-8" };
  writeFileSync(
    translationsFile(locale),
    `${po.compile({ charset: "utf-8", headers, translations }, { foldLength: 0 })}\n`.replace(/\n+$/, "\n"),
  );
}

function addErrors(messages: Map<string, CatalogMessage>, file: string, read: (text: string) => string[]): void {
  for (const text of read(readFileSync(join(ROOT, file), "utf8"))) {
    const key = messageKey(text, ERROR_CONTEXT);
    const known = messages.get(key) ?? { text, context: ERROR_CONTEXT, uses: [] };
    known.uses.push({ file, place: "error message", names: [] });
    messages.set(key, known);
  }
}

function addUse(messages: Map<string, CatalogMessage>, file: string, message: SourceMessage): void {
  const key = messageKey(message.text, message.context);
  const known = messages.get(key) ?? { text: message.text, context: message.context, uses: [] };
  known.uses.push({ file, place: message.place, names: [...message.values.keys()] });
  messages.set(key, known);
}
