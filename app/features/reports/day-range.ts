import { currentLocale } from "#app/messages/current-locale.ts";
import { dateFormat } from "#app/messages/date-format.ts";
import { LANGUAGES, type Locale } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { readShopDay, shopDayOf } from "#app/values/shop-clock.ts";
import type { DayRange } from "./daily-report.ts";

/** The database answers a year at most. */
const MAX_DAYS = 366;

/** Named ranges, relative to a day in the store's time zone. */
export function namedRanges(today: string): readonly (DayRange & { name: string })[] {
  const yesterday = dayBefore(today, 1);
  return [
    { name: t("Today"), from: today, to: today },
    { name: t("Yesterday"), from: yesterday, to: yesterday },
    { name: t("Seven days"), from: dayBefore(today, 6), to: today },
    { name: t("This month"), from: `${today.slice(0, 8)}01`, to: today },
  ];
}

/** Ranges of the charts. */
export function chartRanges(today: string): readonly (DayRange & { name: string })[] {
  return [
    { name: t("Today"), from: today, to: today },
    { name: t("{count} days", { count: 7 }), from: dayBefore(today, 6), to: today },
    { name: t("{count} days", { count: 30 }), from: dayBefore(today, 29), to: today },
  ];
}

/** Returns the days just before a range, as many as it has. */
export function periodBefore({ from, to }: DayRange): DayRange {
  return { from: dayBefore(from, dayCount({ from, to })), to: dayBefore(from, 1) };
}

/** Returns how many days a range has. */
function dayCount({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/**
 * The range in the address of the page; the last days up to today where there is none that can be answered.
 * @param dayCountOfDefault how many days that are
 */
export function readRange(address: URL, now: Date, timeZone: string, dayCountOfDefault = 1): DayRange {
  const today = shopDayOf(now, timeZone);
  const from = address.searchParams.get("from") ?? "";
  const to = address.searchParams.get("to") ?? "";
  const first = readShopDay(from, timeZone);
  const last = readShopDay(to, timeZone);
  if (!first || !last || from > to || dayBefore(to, MAX_DAYS) > from) {
    return { from: dayBefore(today, dayCountOfDefault - 1), to: today };
  }
  return { from, to };
}

export function rangeAddress(path: string, { from, to }: DayRange): string {
  return `${path}?${new URLSearchParams({ from, to })}`;
}

/** "Nov 22, 2026", or "Nov 16 – 22, 2026" for several days. */
export function rangeText({ from, to }: DayRange, locale: Locale = currentLocale()): string {
  // Days have no time zone, so the label is that of the day itself.
  const format = new Intl.DateTimeFormat(LANGUAGES[locale].intl, { dateStyle: "medium", timeZone: "UTC" });
  const [first, last] = [new Date(from), new Date(to)];
  // Node and browsers differ in the narrow spaces around the dash.
  return (from === to ? format.format(first) : format.formatRange(first, last)).replaceAll("\u2009", " ");
}

/** "Sun, Nov 22" */
export function weekdayText(day: string): string {
  const words = { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" } as const;
  return dateFormat(words).format(new Date(day));
}

/** Returns the day that is this many days earlier. */
export function dayBefore(day: string, count: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}
