import { windowFrom } from "#app/features/orders/order.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { dateFormat } from "#app/messages/date-format.ts";
import { LANGUAGES } from "#app/messages/locales.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import type { TimeWindow } from "#app/values/window-text.ts";
import type { PaymentState } from "./order-filter.ts";

/** Order as a row of the table. Its total includes a separate delivery fee once it is paid. */
export type ListedOrder = ReturnType<typeof listedOrderFromRow>;

export function listedOrderFromRow(row: FunctionRow<"search_orders">) {
  const { created_at, payment_state, window_starts_at, window_ends_at, ...rest } = row;
  return {
    ...camelCased(rest, "total", "refunded"),
    /** ISO 8601 with microseconds. */
    placedAt: created_at,
    payment: payment_state as PaymentState,
    window: windowFrom({ window_starts_at, window_ends_at }),
  };
}

/** Returns "Nov 25, 9:41 AM", with the year if it is not the current one. */
export function placedText(placedAt: string, now: Date, timeZone: string): string {
  const at = new Date(placedAt);
  const year = new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone });
  const isThisYear = year.format(at) === year.format(now);
  const words = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone } as const;
  return plainSpaces(dateFormat(isThisYear ? words : { ...words, year: "numeric" }).format(at));
}

/** Returns "Nov 28, 2 – 4 PM". */
export function slotText({ startsAt, endsAt }: TimeWindow, timeZone: string): string {
  const hours = new Intl.DateTimeFormat(LANGUAGES[currentLocale()].intl, {
    hour12: true,
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });
  const text = plainSpaces(hours.formatRange(new Date(startsAt), new Date(endsAt))).replaceAll(":00", "");
  return text.replaceAll("a.m.", "AM").replaceAll("p.m.", "PM");
}

/** Replaces special spaces, because Node and browsers use different ones before AM and around the dash. */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\u202f\u2009]/g, " ");
}
