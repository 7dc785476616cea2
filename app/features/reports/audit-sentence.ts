import { centsFrom, moneyText } from "#app/values/money.ts";
import type { AuditEntry } from "./audit-log-queries.ts";
import { changedValues } from "./audit-log-queries.ts";

type Entry = Pick<AuditEntry, "kind" | "subject" | "before" | "after">;
type Values = Record<string, unknown>;

/**
 * Returns what an entry of the audit log says after the person's name: "closed Thursday, Nov 26: Thanksgiving". An
 * entry of an unknown shape is told by its subject.
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
      return `exported ${entry.subject}`;
    case "customer":
      return customerSentence(entry.subject, after ?? {});
    case "stock":
      return stockSentence(entry.subject, after ?? {});
  }
}

function refundSentence(subject: string, { amount, reason, method, ...rest }: Values): string {
  const why = typeof reason === "string" && reason !== "requested_by_customer" ? ` (${wordsOf(reason)})` : "";
  const again = rest["in_place_of_a_failed_one"] === true ? ", after a refund that failed" : "";
  if (method === "release") return `released ${dollars(amount)} held for ${inSentence(subject)}${why}`;
  return `refunded ${dollars(amount)}${method === "store_cash" ? " in cash" : ""} of ${inSentence(subject)}${why}${again}`;
}

function priceSentence(name: string, before: Values | null, after: Values | null): string {
  if (name.startsWith("Offer: ")) return offerSentence(name.slice("Offer: ".length), before, after);
  if (before === null) return `added ${name} at ${dollars(after?.["price"])}`;
  if (after === null) return `deleted ${name}, which cost ${dollars(before["price"])}`;
  const parts = [];
  if (before["price"] !== after["price"])
    parts.push(`changed the price of ${name} from ${dollars(before["price"])} to ${dollars(after["price"])}`);
  const [old, now] = [before["discount_price"] ?? null, after["discount_price"] ?? null];
  if (old !== now) {
    const of = parts.length === 0 ? ` of ${name}` : "";
    if (now === null) parts.push(`removed the discount price${of} (${dollars(old)})`);
    else if (old === null) parts.push(`set the discount price${of} to ${dollars(now)}`);
    else parts.push(`changed the discount price${of} from ${dollars(old)} to ${dollars(now)}`);
  }
  return parts.length === 0 ? `changed the price of ${name}` : parts.join(" and ");
}

function offerSentence(name: string, before: Values | null, after: Values | null): string {
  const values = after ?? before ?? {};
  const percent = values["percent"];
  const discount =
    typeof percent === "number" ? ` (${percent}% off)` : "price" in values ? ` (${dollars(values["price"])})` : "";
  const verb = before === null ? "added" : after === null ? "deleted" : "changed";
  return `${verb} the offer for ${name}${discount}`;
}

function roleSentence(subject: string, before: Values | null, after: Values | null): string {
  if (subject.startsWith("Name of ")) {
    return `changed the name of ${subject.slice("Name of ".length)} from ${nameText(before)} to ${nameText(after)}`;
  }
  const [old, now] = [roleText(before), roleText(after)];
  if (subject.startsWith("Invitation: ")) {
    const email = subject.slice("Invitation: ".length);
    if (before === null) return `invited ${email} as ${now ?? "a member"}`;
    return after === null ? `closed the invitation of ${email}` : `changed the invitation of ${email}`;
  }
  const who = subject.replace(/^Role: /, "");
  if (after === null) return `removed ${who} from the staff (${old ?? "no role"})`;
  if (before === null) return `added ${who} to the staff as ${now ?? "a member"}`;
  if (old !== now) return `changed the role of ${who} from ${old ?? "customer"} to ${now ?? "customer"}`;
  return `changed what ${who} may do`;
}

function counterSentence(subject: string, before: Values | null, after: Values): string {
  const order = inSentence(subject);
  if (before !== null && "total" in after)
    return `changed the total of ${order} from ${dollars(before["total"])} to ${dollars(after["total"])} before the payment`;
  if ("made_at_the_counter" in after)
    return `took ${order} at the counter for ${dollars(after["made_at_the_counter"])}`;
  if ("paid" in after)
    return `recorded a payment of ${dollars(after["paid"])} ${tenderText(after["method"])} for ${order}`;
  if ("given_back" in after)
    return `gave back ${dollars(after["given_back"])} ${tenderText(after["method"])} for ${order}`;
  if ("pay_link" in after) return `${PAY_LINKS[String(after["pay_link"])] ?? "sent a payment link"} for ${order}`;
  return `changed ${order} at the counter`;
}

const PAY_LINKS: Record<string, string> = {
  mail: "emailed a payment link",
  text: "texted a payment link",
  copy: "copied a payment link",
};

function tenderText(method: unknown): string {
  if (method === "store_ebt") return "by SNAP EBT";
  return method === "store_cash" ? "in cash" : "by card in the store";
}

function importSentence(subject: string, after: Values): string {
  const undone = subject.match(/^Taken back: (.*)$/s)?.[1];
  if (undone !== undefined) {
    const left = Number(after["left alone"] ?? 0);
    return `undid ${undone}${left > 0 ? `; ${left} products had changed since and stayed` : ""}`;
  }
  const bulk = subject.match(/^Bulk change: (.*)$/s)?.[1];
  if (bulk !== undefined) return `changed ${Number(after["changed"] ?? 0)} products at once (${bulk})`;
  const counts = ["added", "changed", "refused"].map((name) => `${Number(after[name] ?? 0)} ${name}`);
  return `imported ${subject.replace(/^Import of /, "")}: ${counts.join(", ")}`;
}

function feeSentence(subject: string, before: Values | null, after: Values | null): string {
  const fee = `the ${inSentence(subject)}`;
  if (after === null) return `withdrew ${fee}${before ? `, ${dollars(before["amount"])}` : ""}`;
  if (before === null) return `set ${fee} to ${dollars(after["amount"])}`;
  return `changed ${fee} from ${dollars(before["amount"])} to ${dollars(after["amount"])}`;
}

function settingsSentence(entry: Entry, before: Values | null, after: Values | null): string {
  if (entry.subject === "Store settings") {
    const days = closedDaysSentence(before?.["closed_days"], after?.["closed_days"]);
    const names = changedValues(entry)
      .map(({ name }) => name)
      .filter((name) => name !== "closed days" || days === null);
    return [...(days ? [days] : []), ...(names.length > 0 ? [`changed the store's ${listOf(names)}`] : [])].join(
      " and ",
    );
  }
  const verb = before === null ? "added" : after === null ? "deleted" : "changed";
  return `${verb} the ${inSentence(entry.subject)}`;
}

/** Null for a change of something else. */
function closedDaysSentence(before: unknown, after: unknown): string | null {
  const [old, now] = [closedDaysOf(before), closedDaysOf(after)];
  const missingIn = (list: readonly ClosedDay[]) => (each: ClosedDay) =>
    !list.some(({ day, reason }) => day === each.day && reason === each.reason);
  const closed = now.filter(missingIn(old)).map(({ day, reason }) => `${dayText(day)}${reason ? `: ${reason}` : ""}`);
  const opened = old.filter(({ day }) => !now.some((each) => each.day === day)).map(({ day }) => dayText(day));
  const parts = [
    ...(closed.length > 0 ? [`closed ${closed.join("; ")}`] : []),
    ...(opened.length > 0 ? [`opened ${opened.join("; ")} again`] : []),
  ];
  return parts.length > 0 ? parts.join(" and ") : null;
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
  return at.toLocaleDateString("en-US", { weekday: "long", month: "short", day: "numeric", timeZone: "UTC" });
}

function customerSentence(subject: string, { request, merged }: Values): string {
  if (request === "data exported") return `exported the data of ${inSentence(subject)}`;
  if (request === "account merged") return `merged the account ${String(merged)} into ${inSentence(subject)}`;
  if (request === "data deleted") return `deleted the data of ${inSentence(subject)}`;
  return `${wordsOf(String(request ?? "changed"))}: ${inSentence(subject)}`;
}

function stockSentence(subject: string, { reason, units, lines, note }: Values): string {
  const count = typeof units === "number" ? Math.abs(units) : 0;
  const unitText = `${count} ${count === 1 ? "unit" : "units"}`;
  const why = typeof note === "string" && note !== "" ? ` (${note})` : "";
  switch (reason) {
    case "received":
      return `received a ${inSentence(subject)}: ${unitText}`;
    case "delivery_undone":
      return `undid the ${inSentence(subject)}`;
    case "counted":
      return `counted stock: ${String(lines)} ${lines === 1 ? "product" : "products"}, difference ${String(units)}`;
    case "undone":
      return `undid a stock adjustment of ${subject}: ${unitText}`;
    default: {
      const direction = typeof units === "number" && units > 0 ? "added" : "took";
      return `${direction} ${unitText} of ${subject} ${direction === "added" ? "to" : "out of"} stock: ${wordsOf(String(reason))}${why}`;
    }
  }
}

/** A subject in the middle of a sentence: "Order 1042" becomes "order 1042", a name of its own stays. */
function inSentence(subject: string): string {
  return subject.replace(/^(Order|No order|Delivery|Tax|Discount|Times|Customer|Guest)\b/, (word) =>
    word.toLowerCase(),
  );
}

function dollars(value: unknown): string {
  return typeof value === "number" ? moneyText(centsFrom(value)) : "an unknown amount";
}

function nameText(values: Values | null): string {
  const name = values?.["name"];
  return typeof name === "string" && name !== "" ? `“${name}”` : "no name";
}

function roleText(values: Values | null): string | null {
  const role = values?.["role"];
  if (typeof role !== "string") return null;
  return role === "admin" ? "owner" : role;
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function wordsOf(text: string): string {
  return text.replaceAll("_", " ");
}

function valuesOf(value: unknown): Values | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : null;
}
