import { preferenceFrom } from "#app/features/catalog/substitution-preference.ts";
import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { phoneText } from "#app/values/contact.ts";

/**
 * Returns an account, or a guest, who stands for the orders without an account that share an email or phone number.
 * The phone number has ten digits. Paid orders count also if they were refunded later; the spend is sales minus
 * refunds, as in the reports.
 */
export function customerFromRow(row: Omit<FunctionRow<"list_customers">, "sort_value">) {
  return camelCased(row, "spend");
}
export type Customer = ReturnType<typeof customerFromRow>;

export function customerDetailsFromRow({ substitution_preference, ...row }: FunctionRow<"read_customer">) {
  return {
    ...camelCased(row, "spend"),
    /** Notes by staff, whose author is null once the account is deleted; a call may have no text. */
    notes: row.notes.map((note) => camelCased(note)),
    /** Delivery addresses of orders, latest first. */
    addresses: row.addresses.map((address) => camelCased(address)),
    preference: preferenceFrom(substitution_preference),
    /** Customers with the same email or phone number, and those merged into this one. */
    related: row.related.map((other) => camelCased(other, "spend")),
  };
}
/** `mergedInto` is the id of the account that took over this one's orders and closed its login; else null. */
export type CustomerDetails = ReturnType<typeof customerDetailsFromRow>;
export type CustomerNote = CustomerDetails["notes"][number];

/** Returns the name, or else the email or phone number. */
export function customerTitle({ name, email, phone }: Pick<Customer, "name" | "email" | "phone">): string {
  return name || email || (phone === null ? t("Customer without a name") : phoneText(phone));
}

/** Returns the average spend per paid order, in cents; null without one. */
export function averageCents({ spendCents, orderCount }: Pick<Customer, "spendCents" | "orderCount">): number | null {
  return orderCount === 0 ? null : Math.round(spendCents / orderCount);
}

export function orderCountText(count: number): string {
  return t("{count, plural, one {# order} other {# orders}}", { count });
}

/** Returns initial values of a point-of-sale order: the contact, and the latest address for a delivery. */
export function orderContact({ name, email, phone, addresses, preference }: CustomerDetails) {
  const latest = addresses[0];
  return {
    name,
    email: email ?? "",
    phone: phone === null ? "" : phoneText(phone),
    preference,
    street: latest?.street ?? "",
    unit: latest?.unit ?? "",
    city: latest?.city ?? "",
    zip: latest?.zip ?? "",
  };
}

const MAX_TAGS = 20;
export const MAX_CHARACTERS_OF_TAG = 30;
export const MAX_CHARACTERS_OF_NOTE = 2000;

/** Returns the tag as the database stores it: an existing spelling if there is one. */
export function tagFrom(typed: string, known: readonly string[]): string {
  const tag = typed.trim().replaceAll(/\s+/g, " ");
  return known.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? tag;
}

/** Returns the message for a tag that cannot be added; undefined if it can. */
export function tagProblem(tag: string, tags: readonly string[]): string | undefined {
  if (tag === "") return t("Enter a tag.");
  if ([...tag].length > MAX_CHARACTERS_OF_TAG)
    return t("{count} characters at most.", { count: MAX_CHARACTERS_OF_TAG });
  if (tags.some((each) => each.toLowerCase() === tag.toLowerCase())) return t("The customer already has this tag.");
  if (tags.length >= MAX_TAGS) return t("{count} tags at most. Remove one first.", { count: MAX_TAGS });
  return undefined;
}

export const SORTS = ["last_order", "spend", "name"] as const;
type Sort = (typeof SORTS)[number];

export function sortLabel(sort: Sort): string {
  const labels: Record<Sort, string> = { last_order: t("Last order"), spend: t("Spend"), name: t("Name") };
  return labels[sort];
}

export type CustomerFilter = ReturnType<typeof customerFilterFrom>;

export function customerFilterFrom(search: URLSearchParams) {
  const sort = search.get("sort") ?? "";
  const after = /^([0-9a-f-]{36})~(.*)$/s.exec(search.get("after") ?? "");
  return {
    words: (search.get("words") ?? "").trim().slice(0, 100),
    sort: SORTS.find((known) => known === sort) ?? "last_order",
    /** Null for customers with any tag or none. */
    tag: search.get("tag") || null,
    /** Last row of the previous page; null for the first page. */
    after: after ? { id: after[1] ?? "", value: after[2] ?? "" } : null,
  };
}

export function customersAddress({ words, sort, tag, after }: CustomerFilter): string {
  const search = new URLSearchParams({
    ...(words === "" ? {} : { words }),
    ...(sort === "last_order" ? {} : { sort }),
    ...(tag === null ? {} : { tag }),
    ...(after === null ? {} : { after: `${after.id}~${after.value}` }),
  });
  return search.size === 0 ? "/desk/customers" : `/desk/customers?${search}`;
}

/**
 * Returns the URL of the page for an order's customer: the account's page or, for an order without an account, the list
 * filtered to the guest with its email or phone number. Null for a walk-in who gave neither.
 */
export function customerAddress(order: {
  userId: string | null;
  email?: string | null;
  phone?: string | null;
}): string | null {
  if (order.userId !== null) return `/desk/customers/${order.userId}`;
  const words = order.email || order.phone || "";
  return words === "" ? null : customersAddress({ words, sort: "last_order", tag: null, after: null });
}
