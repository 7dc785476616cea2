import type { DeliveryType } from "#app/features/orders/order-status.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { TimeWindow } from "#app/values/window-text.ts";

interface SoldRow {
  order_count: number;
  sales: number;
}

/** Row of `read_today`; money in dollars. */
export interface TodayRow {
  read_at: string;
  to_pack: { late_count: number; today_count: number; later_count: number };
  windows: {
    delivery_type: DeliveryType;
    starts_at: string;
    ends_at: string;
    capacity: number;
    taken_count: number;
  }[];
  sales: SoldRow;
  week_ago: SoldRow;
  week_ago_whole_day: SoldRow;
  low_stock: { name: string; size_label: string | null; left_count: number }[];
  decisions: { kind: string; decision_count: number; order_id: string | null }[];
}

/** Orders and sales, as in the daily report. */
export interface Sold {
  orderCount: number;
  salesCents: number;
}

export interface NextWindow extends TimeWindow {
  deliveryType: DeliveryType;
  capacity: number;
  takenCount: number;
}

/** Something that a manager decides, and the path where. */
export interface Decision {
  text: string;
  to: string;
}

/** Figures of the Today page. */
export interface Today {
  /** ISO 8601 */
  readAt: string;
  toPack: { lateCount: number; todayCount: number; laterCount: number };
  windows: readonly NextWindow[];
  sales: Sold;
  /** The same weekday a week ago, until the same time of day, and as a whole. */
  weekAgo: Sold;
  weekAgoWholeDay: Sold;
  lowStock: readonly { name: string; leftCount: number }[];
  decisions: readonly Decision[];
}

export function todayFromRow(row: TodayRow): Today {
  return {
    readAt: row.read_at,
    toPack: {
      lateCount: row.to_pack.late_count,
      todayCount: row.to_pack.today_count,
      laterCount: row.to_pack.later_count,
    },
    windows: row.windows.map((window) => ({
      deliveryType: window.delivery_type,
      startsAt: window.starts_at,
      endsAt: window.ends_at,
      capacity: window.capacity,
      takenCount: window.taken_count,
    })),
    sales: soldFromRow(row.sales),
    weekAgo: soldFromRow(row.week_ago),
    weekAgoWholeDay: soldFromRow(row.week_ago_whole_day),
    lowStock: row.low_stock.map(({ name, size_label, left_count }) => ({
      name: sizedName(name, size_label),
      leftCount: left_count,
    })),
    decisions: row.decisions.map(({ kind, decision_count, order_id }) => ({
      text: decisionText(kind, decision_count),
      to: order_id === null ? (LISTS[kind] ?? "/auth") : `/desk/orders/${order_id}`,
    })),
  };
}

function soldFromRow({ order_count, sales }: SoldRow): Sold {
  return { orderCount: order_count, salesCents: centsFrom(sales) };
}

/** "12 orders" */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns "25% more than last Wednesday by now". */
export function comparisonText(cents: number, weekAgoCents: number, weekday: string): string {
  if (weekAgoCents === 0) return `No sales last ${weekday} by now`;
  const percent = Math.round((Math.abs(cents - weekAgoCents) / weekAgoCents) * 100);
  if (percent === 0) return `Same as last ${weekday} by now`;
  return `${percent}% ${cents > weekAgoCents ? "more" : "less"} than last ${weekday} by now`;
}

/** Pages that list several decisions of a kind; alerts are listed on the dashboard. */
const LISTS: Readonly<Record<string, string>> = {
  fee_to_agree: "/desk/orders?needs=fee",
  window_lost: "/desk/settings/closed-days",
  past_date: "/desk/stock/sell-by",
};

/** Texts by kind of decision, for one and for several. */
const DECISIONS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  fee_to_agree: ["delivery fee to agree on", "delivery fees to agree on"],
  window_lost: ["order with a time you can't keep", "orders with times you can't keep"],
  past_date: ["product past its date", "products past their date"],
  refund_failed: ["refund failed", "refunds failed"],
  refund_stuck: ["refund is stuck", "refunds are stuck"],
  not_delivered: ["delivery came back", "deliveries came back"],
  hold_lost: ["hold ended uncharged", "holds ended uncharged"],
  capture_stuck: ["hold is stuck", "holds are stuck"],
  payment_disputed: ["disputed payment", "disputed payments"],
  amount_mismatch: ["payment with a wrong amount", "payments with wrong amounts"],
  unknown_order: ["payment without an order", "payments without an order"],
  mail_dead: ["email could not be sent", "emails could not be sent"],
  window_overfull: ["time with too many orders", "times with too many orders"],
  backup_fails: ["failed backup", "failed backups"],
};

function decisionText(kind: string, count: number): string {
  const [one, many] = DECISIONS[kind] ?? ["other alert", "other alerts"];
  return countText(count, one, many);
}
