import { type DeliveryType, ORDER_STATUSES, orderStatusLabel } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import { dayText, readShopDay, shopDayOf } from "#app/values/shop-clock.ts";
import { isKeyOf } from "#app/values/typed-object.ts";

/** Payment states as returned by `private.payment_state`; `none` for an order that was canceled before payment. */
export const PAYMENT_STATES = ["unpaid", "paid", "partly_refunded", "refunded", "none"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export function paymentLabel(state: PaymentState): string {
  const labels: Record<PaymentState, string> = {
    unpaid: t("Unpaid"),
    paid: t("Paid"),
    partly_refunded: t("Partly refunded"),
    refunded: t("Refunded"),
    none: t("No payment"),
  };
  return labels[state];
}

/** Decisions about an order that staff still have to make. */
export const NEEDS = ["fee", "missing_line"] as const;

export function needLabel(need: (typeof NEEDS)[number]): string {
  return need === "fee" ? t("Delivery fee to agree") : t("Missing lines");
}

export const FULFILLMENTS: readonly DeliveryType[] = ["pickup", "delivery"];

export function fulfillmentLabel(type: DeliveryType): string {
  return type === "pickup" ? t("Pickup") : t("Delivery");
}

/** Search and filters of the table of orders; empty fields match every order. */
export type OrderTableFilter = ReturnType<typeof orderFilterFrom>;

/** Cursor of a page: it starts after this order, or ends before it if `isBackward`. */
export interface OrderCursor {
  /** ISO 8601 with microseconds, as the database returns it. */
  placedAt: string;
  number: number;
  isBackward: boolean;
}

const PATH = "/desk/orders";
const MAX_WORDS = 100;
const SLOT_WORDS = { today: "today", tomorrow: "tomorrow" } as const;

export const ALL_ORDERS: OrderTableFilter = {
  words: "",
  statuses: [],
  fulfillment: null,
  payments: [],
  firstDay: "",
  lastDay: "",
  slotDay: "",
  needs: null,
};

/** Preset views for all staff. */
export const presets = (): readonly { name: string; search: string }[] => [
  { name: t("All"), search: "" },
  { name: t("To pack"), search: "status=paid&status=preparing" },
  { name: t("Deliveries today"), search: "fulfillment=delivery&slot=today" },
  { name: t("Pickups today"), search: "fulfillment=pickup&slot=today" },
  { name: t("Unpaid"), search: "payment=unpaid" },
  { name: t("Refunded"), search: "payment=partly_refunded&payment=refunded" },
  { name: t("Fee to agree"), search: "needs=fee" },
];

/** Parses the filter in a URL; unknown values are left out. */
export function orderFilterFrom(search: URLSearchParams) {
  const day = (name: string) => dayFrom(search.get(name) ?? "");
  const fulfillment = search.get("fulfillment");
  const needs = search.get("needs");
  const slot = search.get("slot");
  return {
    /** Order number, name, phone, email, or product. */
    words: (search.get("words") ?? "").trim().slice(0, MAX_WORDS),
    statuses: ORDER_STATUSES.filter((status) => search.getAll("status").includes(status)),
    fulfillment: FULFILLMENTS.find((type) => type === fulfillment) ?? null,
    payments: PAYMENT_STATES.filter((state) => search.getAll("payment").includes(state)),
    /** First and last day on which the order was placed, `YYYY-MM-DD`; empty without a limit. */
    firstDay: day("from"),
    lastDay: day("to"),
    /** Day of the pickup or delivery window: `YYYY-MM-DD`, `today`, or `tomorrow`; empty for every day. */
    slotDay: isKeyOf(SLOT_WORDS, slot) ? slot : dayFrom(slot ?? ""),
    needs: NEEDS.find((need) => need === needs) ?? null,
  };
}

/** Returns the filter as a URL query string with a fixed parameter order; empty for all orders. */
export function searchOfFilter(filter: OrderTableFilter): string {
  return new URLSearchParams([
    ...filled("words", filter.words),
    ...filter.statuses.map((status) => ["status", status]),
    ...filled("fulfillment", filter.fulfillment),
    ...filter.payments.map((state) => ["payment", state]),
    ...filled("from", filter.firstDay),
    ...filled("to", filter.lastDay),
    ...filled("slot", filter.slotDay),
    ...filled("needs", filter.needs),
  ]).toString();
}

/** Returns the URL of a page of the table. */
export function orderTableAddress(filter: OrderTableFilter, cursor: OrderCursor | null = null): string {
  const search = new URLSearchParams(searchOfFilter(filter));
  if (cursor) search.set(cursor.isBackward ? "before" : "after", `${cursor.placedAt}_${cursor.number}`);
  return search.size === 0 ? PATH : `${PATH}?${search}`;
}

/** Parses the cursor in a URL; null for the first page. */
export function orderCursorFrom(search: URLSearchParams): OrderCursor | null {
  const before = search.get("before");
  const [, placedAt, number] =
    /^(\d{4}-\d\d-\d\dT[\d:.]+(?:[+-][\d:]+|Z))_(\d{1,15})$/.exec(before ?? search.get("after") ?? "") ?? [];
  if (!placedAt || Number.isNaN(Date.parse(placedAt))) return null;
  return { placedAt, number: Number(number), isBackward: before !== null };
}

/** Returns the filter as the `search_orders` argument. */
export function filterRow(filter: OrderTableFilter, now: Date, timeZone: string): Record<string, unknown> {
  return {
    ...(filter.words === "" ? {} : { words: filter.words }),
    ...(filter.statuses.length === 0 ? {} : { statuses: filter.statuses }),
    ...(filter.fulfillment === null ? {} : { delivery_type: filter.fulfillment }),
    ...(filter.payments.length === 0 ? {} : { payment_states: filter.payments }),
    ...(filter.firstDay === "" ? {} : { first_day: filter.firstDay }),
    ...(filter.lastDay === "" ? {} : { last_day: filter.lastDay }),
    ...(filter.slotDay === "" ? {} : { slot_day: slotDayOf(filter.slotDay, now, timeZone) }),
    ...(filter.needs === null ? {} : { needs: filter.needs }),
  };
}

/** Active filter: its text, and the whole filter without it. */
export type ActiveFilter = { text: string; without: OrderTableFilter };

/** Returns the active filters one by one, except the search. */
export function activeFilters(filter: OrderTableFilter): ActiveFilter[] {
  const { statuses, fulfillment, payments, firstDay, lastDay, slotDay, needs } = filter;
  return [
    ...statuses.map((status) => ({
      text: orderStatusLabel(status),
      without: { ...filter, statuses: statuses.filter((other) => other !== status) },
    })),
    ...(fulfillment ? [{ text: fulfillmentLabel(fulfillment), without: { ...filter, fulfillment: null } }] : []),
    ...payments.map((state) => ({
      text: t("Payment: {state}", { state: paymentLabel(state).toLowerCase() }),
      without: { ...filter, payments: payments.filter((other) => other !== state) },
    })),
    ...(firstDay === ""
      ? []
      : [{ text: t("Placed from {day}", { day: dayText(firstDay) }), without: { ...filter, firstDay: "" } }]),
    ...(lastDay === ""
      ? []
      : [{ text: t("Placed to {day}", { day: dayText(lastDay) }), without: { ...filter, lastDay: "" } }]),
    ...(slotDay === ""
      ? []
      : [{ text: t("Due {day}", { day: slotDayText(slotDay) }), without: { ...filter, slotDay: "" } }]),
    ...(needs ? [{ text: needLabel(needs), without: { ...filter, needs: null } }] : []),
  ];
}

/** Returns "1 order", "340 orders", or "1,000+ orders": the database counts to 1,001. */
export function orderCountText(count: number): string {
  if (count > 1000) return t("{count, plural, other {#+ orders}}", { count: 1000 });
  return t("{count, plural, one {# order} other {# orders}}", { count });
}

function dayFrom(text: string): string {
  return readShopDay(text, "UTC") ? text : "";
}

function slotDayOf(slotDay: string, now: Date, timeZone: string): string {
  if (!isKeyOf(SLOT_WORDS, slotDay)) return slotDay;
  const today = shopDayOf(now, timeZone);
  if (slotDay === "today") return today;
  const date = new Date(today);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Returns "Nov 25, 2026", "today", or "tomorrow". */
function slotDayText(day: string): string {
  if (isKeyOf(SLOT_WORDS, day)) return day === "today" ? t("today") : t("tomorrow");
  return dayText(day);
}

function filled(name: string, value: string | null): [string, string][] {
  return value ? [[name, value]] : [];
}
