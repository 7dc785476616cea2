import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readResult } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Money in dollars. */
export type TodayRow = FunctionRow<"read_today">;

/** Returns the figures of the Today page. */
export function todayFromRow(row: TodayRow) {
  return {
    readAt: row.read_at,
    toPack: camelCased(row.to_pack),
    windows: row.windows.map((window) => camelCased(window)),
    /** Orders and sales, as in the daily report. */
    sales: camelCased(row.sales, "sales"),
    /** Sales of the same weekday a week ago: until this time of day, and for the whole day. */
    weekAgo: camelCased(row.week_ago, "sales"),
    weekAgoWholeDay: camelCased(row.week_ago_whole_day, "sales"),
    lowStock: row.low_stock.map(({ name, size_label, left_count }) => ({
      name: sizedName(name, size_label),
      leftCount: left_count,
    })),
    /** Open decisions for a manager, with the path of their page. */
    decisions: row.decisions.map(({ kind, decision_count, order_id }) => ({
      text: decisionText(kind, decision_count),
      to: order_id === null ? (LISTS[kind] ?? "/auth") : `/desk/orders/${order_id}`,
    })),
  };
}

/** Maximum number of items that `read_today` lists. */
export const MAX_LOW_STOCK = 100;

/** Returns the number of items with low stock, such as "3 items", of a list that may end at its maximum. */
export function lowStockText(count: number): string {
  return count < MAX_LOW_STOCK
    ? t("{count, plural, one {# item} other {# items}}", { count })
    : t("{count} or more items", { count });
}

export type Today = ReturnType<typeof todayFromRow>;
export type NextWindow = Today["windows"][number];
export type Decision = Today["decisions"][number];

/** Returns text such as "25% more than last Wednesday by now". */
export function comparisonText(cents: number, weekAgoCents: number, weekday: string): string {
  if (weekAgoCents === 0) return t("No sales last {weekday} by now", { weekday });
  const percent = Math.round((Math.abs(cents - weekAgoCents) / weekAgoCents) * 100);
  if (percent === 0) return t("Same as last {weekday} by now", { weekday });
  return cents > weekAgoCents
    ? t("{percent}% more than last {weekday} by now", { percent, weekday })
    : t("{percent}% less than last {weekday} by now", { percent, weekday });
}

/** Pages that list several decisions of one kind; alerts are listed on the dashboard. */
const LISTS: Readonly<Record<string, string>> = {
  fee_to_agree: "/desk/orders?needs=fee",
  window_lost: "/desk/settings/hours",
  past_date: "/desk/stock/sell-by",
};

function decisionText(kind: string, count: number): string {
  const texts: Readonly<Record<string, string>> = {
    fee_to_agree: t("{count, plural, one {# delivery fee to agree on} other {# delivery fees to agree on}}", { count }),
    window_lost: t(
      "{count, plural, one {# order with a time you can't keep} other {# orders with times you can't keep}}",
      { count },
    ),
    past_date: t("{count, plural, one {# product past its date} other {# products past their date}}", { count }),
    refund_failed: t("{count, plural, one {# refund failed} other {# refunds failed}}", { count }),
    refund_stuck: t("{count, plural, one {# refund is stuck} other {# refunds are stuck}}", { count }),
    not_delivered: t("{count, plural, one {# delivery came back} other {# deliveries came back}}", { count }),
    text_received: t("{count, plural, one {# text to answer} other {# texts to answer}}", { count }),
    hold_lost: t("{count, plural, one {# hold ended uncharged} other {# holds ended uncharged}}", { count }),
    capture_stuck: t("{count, plural, one {# hold is stuck} other {# holds are stuck}}", { count }),
    payment_disputed: t("{count, plural, one {# disputed payment} other {# disputed payments}}", { count }),
    amount_mismatch: t("{count, plural, one {# payment with a wrong amount} other {# payments with wrong amounts}}", {
      count,
    }),
    unknown_order: t("{count, plural, one {# payment without an order} other {# payments without an order}}", {
      count,
    }),
    mail_dead: t("{count, plural, one {# email could not be sent} other {# emails could not be sent}}", { count }),
    window_overfull: t("{count, plural, one {# time with too many orders} other {# times with too many orders}}", {
      count,
    }),
    backup_fails: t("{count, plural, one {# failed backup} other {# failed backups}}", { count }),
  };
  return texts[kind] ?? t("{count, plural, one {# other alert} other {# other alerts}}", { count });
}

/** Reads the figures of the Today page, for the owner and managers. */
export async function getToday({ rest }: BrowserData): Promise<Today> {
  const row = await readResult(["today"], () => rest.rpc("read_today"));
  return todayFromRow(row);
}
