import type { RefundReason } from "#app/features/orders/order-money.ts";
import { languageName } from "#app/messages/language-name.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { isKeyOf } from "#app/values/typed-object.ts";

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
  ["Margin, ", (days) => t("margin, {days}", { days })],
  ["Sales tax ", (year) => t("sales tax of {year}", { year })],
  ["Books: payouts, ", (days) => t("payouts, {days}", { days: days.replace(" until ", " – ") })],
  ["Accounting export: ", (name) => accountingText(name)],
];

function accountingText(name: string): string {
  return t(
    "accounting: {name, select, orders {orders} lines {order lines} changes {changes} payments {payments} refunds {refunds} other {all}}",
    { name },
  );
}

/** Returns the text of a refund or stock movement reason. */
export function reasonText(reason: string): string {
  const texts: Record<
    Exclude<RefundReason, "requested_by_customer"> | "waste" | "theft" | "own_use" | "correction",
    string
  > = {
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

/** Returns names as a list within a sentence. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : t("{names} and {last}", { names: names.slice(0, -1).join(", "), last });
}

/** Returns a code such as `paid_twice` as words. */
export function wordsOf(text: string): string {
  return text.replaceAll("_", " ");
}

/** Returns the fields of a stored value; null if it is no object. */
export function valuesOf(value: unknown): Values | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : null;
}
