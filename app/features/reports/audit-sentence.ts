import { importName } from "#app/features/catalog/import-name.ts";
import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";
import { counterSentence } from "./audit-counter-sentence.ts";
import { type AuditEntry, changedValues } from "./audit-log-queries.ts";
import { feeSentence, priceSentence } from "./audit-price-sentences.ts";
import {
  dollars,
  inSentence,
  nameText,
  reasonText,
  roleText,
  type Values,
  valuesOf,
  withReason,
  wordList,
  wordsOf,
} from "./audit-words.ts";

type Entry = Pick<AuditEntry, "kind" | "subject" | "before" | "after">;

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
      return t("exported {subject}", { subject: inSentence(entry.subject) });
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

function importSentence(subject: string, after: Values): string {
  const undone = subject.match(/^Taken back: (.*)$/s)?.[1];
  if (undone !== undefined) {
    const name = importName(undone);
    const count = Number(after["left alone"] ?? 0);
    return count > 0
      ? t("undid {name}; {count} products had changed since and stayed", { name, count })
      : t("undid {name}", { name });
  }
  const [added, changed, refused] = ["added", "changed", "refused"].map((name) => Number(after[name] ?? 0));
  const bulk = subject.match(/^Bulk change: (.*)$/s)?.[1];
  if (bulk !== undefined) {
    return t("changed {count} products at once ({change})", { count: changed ?? 0, change: importName(bulk) });
  }
  return t("imported {name}: {added} added, {changed} changed, {rejected} rejected", {
    name: importName(subject.replace(/^Import of /, "")),
    added: added ?? 0,
    changed: changed ?? 0,
    rejected: refused ?? 0,
  });
}

function settingsSentence(entry: Entry, before: Values | null, after: Values | null): string {
  if (entry.subject === "Store settings") {
    const days = closedDaysSentence(before?.["closed_days"], after?.["closed_days"]);
    const names = changedValues(entry, "UTC")
      .filter(({ column }) => column !== "closed_days" || days === null)
      .map(({ name }) => name);
    const others = names.length > 0 ? t("changed the store's {names}", { names: wordList(names) }) : "";
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

type ClosedDay = { day: string; reason: string };

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
