import { currentLocale } from "#app/messages/current-locale.ts";
import { dateFormat } from "#app/messages/date-format.ts";
import { LANGUAGES } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { readShopDay, shopDayOf } from "#app/values/shop-clock.ts";
import type { DayRange } from "./daily-report.ts";

/** Maximum range that the database reports. */
const MAX_DAYS = 366;

/** Returns the named ranges, relative to a day in the store's time zone. */
export function namedRanges(today: string): readonly (DayRange & { name: string })[] {
  const yesterday = dayBefore(today, 1);
  return [
    { name: t("Today"), from: today, to: today },
    { name: t("Yesterday"), from: yesterday, to: yesterday },
    { name: t("Seven days"), from: dayBefore(today, 6), to: today },
    { name: t("This month"), from: `${today.slice(0, 8)}01`, to: today },
  ];
}

/** Returns the named ranges for the charts. */
export function chartRanges(today: string): readonly (DayRange & { name: string })[] {
  return [
    { name: t("Today"), from: today, to: today },
    { name: t("{count} days", { count: 7 }), from: dayBefore(today, 6), to: today },
    { name: t("{count} days", { count: 30 }), from: dayBefore(today, 29), to: today },
  ];
}

/** Returns the same number of days just before a range. */
export function periodBefore({ from, to }: DayRange): DayRange {
  return { from: dayBefore(from, dayCount({ from, to })), to: dayBefore(from, 1) };
}

function dayCount({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/**
 * Returns the range in the page's URL; if it is missing or invalid, the last days up to today.
 * @param dayCountOfDefault number of those days
 */
export function readRange(address: URL, now: Date, timeZone: string, dayCountOfDefault = 1): DayRange {
  const today = shopDayOf(now, timeZone);
  const from = address.searchParams.get("from") ?? "";
  const to = address.searchParams.get("to") ?? "";
  const first = readShopDay(from, timeZone);
  const last = readShopDay(to, timeZone);
  if (!first || !last || rangeProblem({ from, to })) {
    return { from: dayBefore(today, dayCountOfDefault - 1), to: today };
  }
  return { from, to };
}

/** Returns why two days are no range of a report; undefined for a range. */
export function rangeProblem({ from, to }: DayRange): string | undefined {
  if (from > to) return t("The last day is before the first day.");
  return dayBefore(to, MAX_DAYS) > from ? t("Choose at most {count} days.", { count: MAX_DAYS }) : undefined;
}

export function rangeAddress(path: string, { from, to }: DayRange): string {
  return `${path}?${new URLSearchParams({ from, to })}`;
}

/** Returns "Nov 22, 2026", or "Nov 16 – 22, 2026" for several days. */
export function rangeText({ from, to }: DayRange): string {
  // Format in UTC, because days have no time zone.
  const format = new Intl.DateTimeFormat(LANGUAGES[currentLocale()].intl, { dateStyle: "medium", timeZone: "UTC" });
  const [first, last] = [new Date(from), new Date(to)];
  // Node and browsers use different narrow spaces around the dash.
  return (from === to ? format.format(first) : format.formatRange(first, last)).replaceAll("\u2009", " ");
}

/** Returns "Sun, Nov 22". */
export function weekdayText(day: string): string {
  const words = { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" } as const;
  return dateFormat(words).format(new Date(day));
}

/** Returns the day this many days earlier. */
export function dayBefore(day: string, count: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}
