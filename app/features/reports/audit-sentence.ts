import { dateFormat } from "#app/messages/date-format.ts";
import { languageName } from "#app/messages/language-name.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import type { AuditEntry } from "./audit-log-queries.ts";
import { changedValues } from "./audit-log-queries.ts";

type Entry = Pick<AuditEntry, "kind" | "subject" | "before" | "after">;
type Values = Record<string, unknown>;

/**
 * Returns the sentence of an audit log entry that follows the person's name: "closed Thursday, Nov 26: Thanksgiving".
 * An entry of an unknown shape gets a sentence with its subject only.
 */
export function auditSentence(entry: Entry): string {
  const [before, after] = [valuesOf(entry.before), valuesOf(entry.after)];
  switch (entry.kind) {
    case "refund":
      return refundSentence(entry.subject, after ?? {});
    case "price":
      return priceSentence(entry.subject, before, after);
    case "right":
      return roleSentence(entry.subject, before, after);
    case "counter":
      return counterSentence(entry.subject, before, after ?? {});
    case "import":
      return importSentence(entry.subject, after ?? {});
    case "fee":
      return feeSentence(entry.subject, before, after);
    case "settings":
      return settingsSentence(entry, before, after);
    case "export":
      return t("exported {subject}", { subject: entry.subject });
    case "customer":
      return customerSentence(entry.subject, after ?? {});
    case "stock":
      return stockSentence(entry.subject, after ?? {});
  }
}

function refundSentence(subject: string, { amount, reason, method, ...rest }: Values): string {
  const [sum, order] = [dollars(amount), inSentence(subject)];
  const sentence =
    method === "release"
      ? t("released {sum} held for {order}", { sum, order })
      : method === "store_cash"
        ? t("refunded {sum} in cash of {order}", { sum, order })
        : t("refunded {sum} of {order}", { sum, order });
  const known = typeof reason === "string" && reason !== "requested_by_customer" ? reason : "";
  const explained = withReason(sentence, known === "" ? "" : reasonText(known));
  return rest["in_place_of_a_failed_one"] === true && method !== "release"
    ? t("{sentence}, after a refund that failed", { sentence: explained })
    : explained;
}

function withReason(sentence: string, reason: string): string {
  return reason === "" ? sentence : t("{sentence} ({reason})", { sentence, reason });
}

function priceSentence(name: string, before: Values | null, after: Values | null): string {
  if (name.startsWith("Offer: ")) return offerSentence(name.slice("Offer: ".length), before, after);
  if (before === null) return t("added {name} at {price}", { name, price: dollars(after?.["price"]) });
  if (after === null) return t("deleted {name}, which cost {price}", { name, price: dollars(before["price"]) });
  const price =
    before["price"] === after["price"]
      ? null
      : t("changed the price of {name} from {before} to {after}", {
          name,
          before: dollars(before["price"]),
          after: dollars(after["price"]),
        });
  const [old, now] = [before["discount_price"] ?? null, after["discount_price"] ?? null];
  if (old === now) return price ?? t("changed the price of {name}", { name });
  return price === null
    ? discountSentence(name, old, now)
    : t("{first} and {second}", { first: price, second: secondDiscountSentence(old, now) });
}

function discountSentence(name: string, old: unknown, now: unknown): string {
  if (now === null) return t("removed the discount price of {name} ({price})", { name, price: dollars(old) });
  if (old === null) return t("set the discount price of {name} to {price}", { name, price: dollars(now) });
  return t("changed the discount price of {name} from {before} to {after}", {
    name,
    before: dollars(old),
    after: dollars(now),
  });
}

/** Returns the second part of a sentence whose first part names the product. */
function secondDiscountSentence(old: unknown, now: unknown): string {
  if (now === null) return t("removed the discount price ({price})", { price: dollars(old) });
  if (old === null) return t("set the discount price to {price}", { price: dollars(now) });
  return t("changed the discount price from {before} to {after}", { before: dollars(old), after: dollars(now) });
}

function offerSentence(name: string, before: Values | null, after: Values | null): string {
  const values = after ?? before ?? {};
  const percent = values["percent"];
  const discount =
    typeof percent === "number" ? t("{percent}% off", { percent }) : "price" in values ? dollars(values["price"]) : "";
  const sentence =
    before === null
      ? t("added the offer for {name}", { name })
      : after === null
        ? t("deleted the offer for {name}", { name })
        : t("changed the offer for {name}", { name });
  return withReason(sentence, discount);
}

function roleSentence(subject: string, before: Values | null, after: Values | null): string {
  if (subject.startsWith(NAME_OF)) {
    return t("changed the name of {email} from {before} to {after}", {
      email: subject.slice(NAME_OF.length),
      before: nameText(before),
      after: nameText(after),
    });
  }
  const [old, now] = [roleText(before), roleText(after)];
  if (subject.startsWith(INVITATION)) {
    const email = subject.slice(INVITATION.length);
    if (before === null) return t("invited {email} as {role}", { email, role: now ?? t("a member") });
    return after === null
      ? t("closed the invitation of {email}", { email })
      : t("changed the invitation of {email}", { email });
  }
  const email = subject.replace(/^Role: /, "");
  if (after === null) return t("removed {email} from the staff ({role})", { email, role: old ?? t("no role") });
  if (before === null) return t("added {email} to the staff as {role}", { email, role: now ?? t("a member") });
  if (old !== now) {
    return t("changed the role of {email} from {before} to {after}", {
      email,
      before: old ?? t("customer"),
      after: now ?? t("customer"),
    });
  }
  return t("changed the permissions of {email}", { email });
}

/** Prefixes of subjects written by the database. */
const NAME_OF = "Name of ";
const INVITATION = "Invitation: ";

function counterSentence(subject: string, before: Values | null, after: Values): string {
  const order = inSentence(subject);
  if (before !== null && "total" in after) {
    return t("changed the total of {order} from {before} to {after} before the payment", {
      order,
      before: dollars(before["total"]),
      after: dollars(after["total"]),
    });
  }
  if ("made_at_the_counter" in after) {
    return t("took {order} at the counter for {sum}", { order, sum: dollars(after["made_at_the_counter"]) });
  }
  if ("paid" in after) {
    return t("recorded a payment of {sum} {tender} for {order}", {
      sum: dollars(after["paid"]),
      tender: tenderText(after["method"]),
      order,
    });
  }
  if ("given_back" in after) {
    return t("refunded {sum} {tender} for {order}", {
      sum: dollars(after["given_back"]),
      tender: tenderText(after["method"]),
      order,
    });
  }
  if ("price" in after) {
    return t("lowered a price in {order} to {price}: {reason}", {
      order,
      price: dollars(after["price"]),
      reason: String(after["reason"]),
    });
  }
  if ("counted" in after) {
    return t("counted {counted} in {drawer}, {expected} expected", {
      drawer: subject.toLowerCase(),
      counted: dollars(after["counted"]),
      expected: dollars(after["expected"]),
    });
  }
  if ("pay_link" in after) return payLinkSentence(after["pay_link"], order);
  return t("changed {order} at the counter", { order });
}

function payLinkSentence(way: unknown, order: string): string {
  switch (way) {
    case "mail":
      return t("emailed a payment link for {order}", { order });
    case "text":
      return t("texted a payment link for {order}", { order });
    case "copy":
      return t("copied a payment link for {order}", { order });
    default:
      return t("sent a payment link for {order}", { order });
  }
}

function tenderText(method: unknown): string {
  if (method === "store_ebt") return t("by SNAP EBT");
  return method === "store_cash" ? t("in cash") : t("by card in the store");
}

function importSentence(subject: string, after: Values): string {
  const undone = subject.match(/^Taken back: (.*)$/s)?.[1];
  if (undone !== undefined) {
    const count = Number(after["left alone"] ?? 0);
    return count > 0
      ? t("undid {name}; {count} products had changed since and stayed", { name: undone, count })
      : t("undid {name}", { name: undone });
  }
  const [added, changed, refused] = ["added", "changed", "refused"].map((name) => Number(after[name] ?? 0));
  const bulk = subject.match(/^Bulk change: (.*)$/s)?.[1];
  if (bulk !== undefined) {
    return t("changed {count} products at once ({change})", { count: changed ?? 0, change: bulk });
  }
  return t("imported {name}: {added} added, {changed} changed, {rejected} rejected", {
    name: subject.replace(/^Import of /, ""),
    added: added ?? 0,
    changed: changed ?? 0,
    rejected: refused ?? 0,
  });
}

function feeSentence(subject: string, before: Values | null, after: Values | null): string {
  const fee = inSentence(subject);
  if (after === null) {
    return before
      ? t("withdrew the {fee}, {sum}", { fee, sum: dollars(before["amount"]) })
      : t("withdrew the {fee}", { fee });
  }
  if (before === null) return t("set the {fee} to {sum}", { fee, sum: dollars(after["amount"]) });
  return t("changed the {fee} from {before} to {after}", {
    fee,
    before: dollars(before["amount"]),
    after: dollars(after["amount"]),
  });
}

function settingsSentence(entry: Entry, before: Values | null, after: Values | null): string {
  if (entry.subject === "Store settings") {
    const days = closedDaysSentence(before?.["closed_days"], after?.["closed_days"]);
    const names = changedValues(entry)
      .map(({ name }) => name)
      .filter((name) => name !== "closed days" || days === null);
    const others = names.length > 0 ? t("changed the store's {names}", { names: listOf(names) }) : "";
    if (days === null) return others;
    return others === "" ? days : t("{first} and {second}", { first: days, second: others });
  }
  const setting = inSentence(entry.subject);
  if (before === null) return t("added the {setting}", { setting });
  return after === null ? t("deleted the {setting}", { setting }) : t("changed the {setting}", { setting });
}

/** Returns null if something other than the closed days changed. */
function closedDaysSentence(before: unknown, after: unknown): string | null {
  const [old, now] = [closedDaysOf(before), closedDaysOf(after)];
  const missingIn = (list: readonly ClosedDay[]) => (each: ClosedDay) =>
    !list.some(({ day, reason }) => day === each.day && reason === each.reason);
  const closed = now.filter(missingIn(old)).map(({ day, reason }) => `${dayText(day)}${reason ? `: ${reason}` : ""}`);
  const opened = old.filter(({ day }) => !now.some((each) => each.day === day)).map(({ day }) => dayText(day));
  const first = closed.length > 0 ? t("closed {days}", { days: closed.join("; ") }) : null;
  const second = opened.length > 0 ? t("opened {days} again", { days: opened.join("; ") }) : null;
  return first !== null && second !== null ? t("{first} and {second}", { first, second }) : (first ?? second);
}

interface ClosedDay {
  day: string;
  reason: string;
}

function closedDaysOf(value: unknown): ClosedDay[] {
  if (!Array.isArray(value)) return [];
  return value.map((each: Values) => ({ day: String(each["day"]), reason: String(each["reason"] ?? "") }));
}

/** @param day as in 2026-11-26 */
function dayText(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  return dateFormat({ weekday: "long", month: "short", day: "numeric", timeZone: "UTC" }).format(at);
}

function customerSentence(subject: string, { request, merged }: Values): string {
  const customer = inSentence(subject);
  switch (request) {
    case "data exported":
      return t("exported the data of {customer}", { customer });
    case "account merged":
      return t("merged the account {account} into {customer}", { account: String(merged), customer });
    case "data deleted":
      return t("deleted the data of {customer}", { customer });
    default:
      return `${wordsOf(String(request ?? t("changed")))}: ${customer}`;
  }
}

function stockSentence(subject: string, { reason, units, lines, note }: Values): string {
  const count = typeof units === "number" ? Math.abs(units) : 0;
  const unitText = t("{count, plural, one {# unit} other {# units}}", { count });
  switch (reason) {
    case "received":
      return t("received a {delivery}: {units}", { delivery: inSentence(subject), units: unitText });
    case "delivery_undone":
      return t("undid the {delivery}", { delivery: inSentence(subject) });
    case "counted":
      return t("counted stock: {count, plural, one {# product} other {# products}}, difference {difference}", {
        count: Number(lines),
        difference: String(units),
      });
    case "undone":
      return t("undid a stock adjustment of {name}: {units}", { name: subject, units: unitText });
    default: {
      const [name, why] = [subject, reasonText(String(reason))];
      const sentence =
        typeof units === "number" && units > 0
          ? t("added {units} of {name} to stock: {why}", { units: unitText, name, why })
          : t("took {units} of {name} out of stock: {why}", { units: unitText, name, why });
      return withReason(sentence, typeof note === "string" ? note : "");
    }
  }
}

/** Returns a subject for use within a sentence: "Order 1042" becomes "order 1042"; proper names stay unchanged. */
function inSentence(subject: string): string {
  if (subject === "Delivery") return t("delivery");
  if (subject === "No order") return t("no order");
  const [, language, translated] = /^Translation \((\w\w)\): (.*)$/s.exec(subject) ?? [];
  if (language && translated) {
    return t("translation of {name} ({language})", { name: translated, language: languageName(language) });
  }
  const kind = SUBJECTS.find(([beginning]) => subject.startsWith(beginning));
  if (kind) return kind[1](subject.slice(kind[0].length));
  return subject.replace(/^(Order|No order|Delivery|Tax|Discount|Times|Customer|Guest)\b/, (word) =>
    word.toLowerCase(),
  );
}

/** Prefixes of subjects written by the database. */
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
  ["Times of pick-up and delivery: ", (name) => t("times of pick-up and delivery: {name}", { name })],
  ["SNAP rule of a category: ", (name) => t("SNAP rule of a category: {name}", { name })],
  ["Supplier: ", (name) => t("Supplier: {name}", { name })],
  ["Choices: ", (name) => t("Choices: {name}", { name })],
  ["Choices of ", (name) => t("Choices of {name}", { name })],
];

/** Returns the text of a refund or stock movement reason. */
function reasonText(reason: string): string {
  switch (reason) {
    case "damaged":
      return t("damaged");
    case "missing":
      return t("missing");
    case "returned":
      return t("returned");
    case "sold_out":
      return t("sold out");
    case "cancelled":
      return t("cancelled");
    case "duplicate":
      return t("duplicate");
    case "waste":
      return t("waste");
    case "theft":
      return t("theft");
    case "own_use":
      return t("own use");
    case "correction":
      return t("correction");
    default:
      return wordsOf(reason);
  }
}

function dollars(value: unknown): string {
  return typeof value === "number" ? moneyText(centsFrom(value)) : t("an unknown amount");
}

function nameText(values: Values | null): string {
  const name = values?.["name"];
  return typeof name === "string" && name !== "" ? `“${name}”` : t("no name");
}

function roleText(values: Values | null): string | null {
  switch (values?.["role"]) {
    case "admin":
      return t("owner");
    case "manager":
      return t("manager");
    case "packer":
      return t("packer");
    case "driver":
      return t("driver");
    case "customer":
      return t("customer");
    default:
      return typeof values?.["role"] === "string" ? values["role"] : null;
  }
}

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : t("{names} and {last}", { names: names.slice(0, -1).join(", "), last });
}

function wordsOf(text: string): string {
  return text.replaceAll("_", " ");
}

function valuesOf(value: unknown): Values | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : null;
}
