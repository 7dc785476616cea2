import { importName } from "#app/features/catalog/import-name.ts";
import type { RefundReason } from "#app/features/orders/order-money.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { languageName } from "#app/messages/language-name.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import { rangeText } from "./day-range.ts";

/** Fields of what an entry changed, before or after. */
export type Values = Record<string, unknown>;

/** Returns the sentence with its reason in parentheses, unless the reason is empty. */
export function withReason(sentence: string, reason: string): string {
  return reason === "" ? sentence : t("{sentence} ({reason})", { sentence, reason });
}

/** Returns a subject for use within a sentence: "Order 1042" becomes "order 1042"; proper names stay unchanged. */
export function inSentence(subject: string): string {
  if (subject === "Delivery") return t("delivery");
  if (subject === "No order") return t("no order");
  const [, count] = /^(\d+) orders$/.exec(subject) ?? [];
  if (count) return t("{count, plural, one {# order} other {# orders}}", { count: Number(count) });
  const [, language, translated] = /^Translation \((\w\w)\): (.*)$/s.exec(subject) ?? [];
  if (language && translated) {
    return t("translation of {name} ({language})", { name: translated, language: languageName(language) });
  }
  const kind = SUBJECTS.find(([beginning]) =>
    beginning.endsWith(" ") ? subject.startsWith(beginning) : subject === beginning,
  );
  if (kind) return kind[1](subject.slice(kind[0].length));
  return subject.replace(/^(Order|No order|Delivery|Tax|Discount|Customer|Guest)\b/, (word) => word.toLowerCase());
}

/** Subjects written by the database, or their prefixes, which end with a space. */
const SUBJECTS: readonly (readonly [beginning: string, text: (name: string) => string])[] = [
  ["Order ", (name) => t("order {name}", { name })],
  ["Customer ", (name) => t("customer {name}", { name })],
  ["Guest ", (name) => t("guest {name}", { name })],
  ["Delivery from ", (name) => t("delivery from {name}", { name })],
  ["Delivery fee of order ", (name) => t("delivery fee of order {name}", { name })],
  ["Delivery zone: ", (name) => t("delivery zone: {name}", { name })],
  ["Discount code: ", (name) => t("discount code: {name}", { name })],
  ["Tax rate: ", (name) => t("tax rate: {name}", { name })],
  ["Tax class: ", (name) => t("tax class: {name}", { name })],
  ["Tax class of a category: ", (name) => t("tax class of a category: {name}", { name })],
  ["Tax exception: ", (name) => t("tax exception: {name}", { name })],
  ["Tax exemption: ", (name) => t("tax exemption: {name}", { name })],
  ["Times of pick-up and delivery", () => t("pickup and delivery times")],
  ["Payment in the store", () => t("payment in the store")],
  ["SNAP rule of a category: ", (name) => t("SNAP rule of a category: {name}", { name })],
  ["Supplier: ", (name) => t("Supplier: {name}", { name })],
  ["Choices: ", (name) => t("Choices: {name}", { name })],
  ["Choices of ", (name) => t("Choices of {name}", { name })],
  ["Products", () => t("products")],
  ["Orders", () => t("orders")],
  ["Purchase list", () => t("purchase list")],
  ["Margin, ", (days) => t("margin, {days}", { days: daysText(days) })],
  ["Sales tax ", (year) => t("sales tax of {year}", { year })],
  ["Books: payouts, ", (days) => t("payouts, {days}", { days: daysText(days) })],
  ["Accounting export: ", (name) => accountingText(name)],
  ["Drawer ", (number) => t("drawer {number}", { number })],
  ["Price by quantity: ", (name) => t("price by quantity: {name}", { name })],
  ["Offer: ", (name) => t("offer: {name}", { name })],
  ["Store settings", () => t("store settings")],
  ["Role: ", (email) => t("role: {email}", { email })],
  ["Invitation: ", (email) => t("invitation: {email}", { email })],
  ["Name of ", (email) => t("name of {email}", { email })],
  ["Stock count", () => t("stock count")],
  ["Import of ", (name) => t("import of {name}", { name: importName(name) })],
  ["Bulk change: ", (name) => t("bulk change: {name}", { name: importName(name) })],
  ["Taken back: ", (name) => t("undone: {name}", { name: importName(name) })],
];

/** @param days two days, as in 2026-11-01 – 2026-11-30; older entries have other texts */
function daysText(days: string): string {
  const [, from, to] = /^(\d{4}-\d\d-\d\d) (?:–|until) (\d{4}-\d\d-\d\d)$/.exec(days) ?? [];
  return from && to ? rangeText({ from, to }) : days;
}

function accountingText(name: string): string {
  return t(
    "accounting: {name, select, orders {orders} lines {order lines} changes {changes} payments {payments} refunds {refunds} other {all}}",
    { name },
  );
}

/** Returns the text of a refund or stock movement reason. */
export function reasonText(reason: string): string {
  const texts: Record<
    RefundReason | "waste" | "theft" | "own_use" | "correction" | "received" | "counted" | "undone" | "delivery_undone",
    string
  > = {
    requested_by_customer: t("requested by the customer"),
    received: t("received"),
    counted: t("counted"),
    undone: t("undone"),
    delivery_undone: t("delivery undone"),
    damaged: t("damaged"),
    missing: t("missing"),
    returned: t("returned"),
    sold_out: t("sold out"),
    cancelled: t("order canceled"),
    duplicate: t("duplicate"),
    provider: t("made in Stripe"),
    weight: t("weighed less"),
    waste: t("waste"),
    theft: t("theft"),
    own_use: t("own use"),
    correction: t("correction"),
  };
  return isKeyOf(texts, reason) ? texts[reason] : wordsOf(reason);
}

/** Returns an amount in dollars as a price, or "an unknown amount". */
export function dollars(value: unknown): string {
  return typeof value === "number" ? moneyText(centsFrom(value)) : t("an unknown amount");
}

/** Returns the name among the values in quotation marks, or "no name". */
export function nameText(values: Values | null): string {
  const name = values?.["name"];
  return typeof name === "string" && name !== "" ? `“${name}”` : t("no name");
}

/** Returns the label of the role among the values, or an unknown role as stored; null without one. */
export function roleText(values: Values | null): string | null {
  const texts: Readonly<Record<string, string>> = {
    admin: t("owner"),
    owner: t("owner"),
    manager: t("manager"),
    packer: t("packer"),
    driver: t("driver"),
    customer: t("customer"),
  };
  const role = values?.["role"];
  return typeof role === "string" ? (texts[role] ?? role) : null;
}

/** Returns a code such as `paid_twice` as words. */
export function wordsOf(text: string): string {
  return text.replaceAll("_", " ");
}

/** Returns the fields of a stored value; null if it is no object. */
export function valuesOf(value: unknown): Values | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : null;
}

/** Joins words with commas and "and". If staff pages used `listText`, articles would load scripts of the back office. */
export const wordList = (words: readonly string[]): string => new Intl.ListFormat(currentLocale()).format(words);
