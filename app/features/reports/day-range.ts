import { readShopDay, shopDayOf } from "#app/values/shop-clock.ts";
import type { DayRange } from "./daily-report.ts";

/** The database answers a year at most. */
const MAX_DAYS = 366;

/** Named ranges, relative to a day in the store's time zone. */
export function namedRanges(today: string): readonly (DayRange & { name: string })[] {
  const yesterday = dayBefore(today, 1);
  return [
    { name: "Today", from: today, to: today },
    { name: "Yesterday", from: yesterday, to: yesterday },
    { name: "Seven days", from: dayBefore(today, 6), to: today },
    { name: "This month", from: `${today.slice(0, 8)}01`, to: today },
  ];
}

/** The range in the address of the page; today where there is none that can be answered. */
export function readRange(address: URL, now: Date, timeZone: string): DayRange {
  const today = shopDayOf(now, timeZone);
  const from = address.searchParams.get("from") ?? "";
  const to = address.searchParams.get("to") ?? "";
  const first = readShopDay(from, timeZone);
  const last = readShopDay(to, timeZone);
  if (!first || !last || from > to || dayBefore(to, MAX_DAYS) > from) return { from: today, to: today };
  return { from, to };
}

export function rangeAddress({ from, to }: DayRange): string {
  return `/desk/day?${new URLSearchParams({ from, to })}`;
}

/** "Nov 22, 2026", or "Nov 16 – 22, 2026" for several days. */
export function rangeText({ from, to }: DayRange): string {
  // Days have no time zone, so the label is that of the day itself.
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
  const [first, last] = [new Date(from), new Date(to)];
  // Node and browsers differ in the narrow spaces around the dash.
  return (from === to ? format.format(first) : format.formatRange(first, last)).replaceAll("\u2009", " ");
}

/** "Sun, Nov 22" */
export function weekdayText(day: string): string {
  const words = { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-US", words).format(new Date(day));
}

function dayBefore(day: string, count: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}
