import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";
import { daysBetween } from "./shop-clock.ts";

/** A period between two timestamps, as the data service formats them. */
export type TimeWindow = { startsAt: string; endsAt: string };

/** Returns "Saturday, November 28, 2 to 4 PM" in the store's time zone. */
export function windowText({ startsAt, endsAt }: TimeWindow, timeZone: string): string {
  const day = dateFormat({ weekday: "long", month: "long", day: "numeric", timeZone });
  return `${day.format(new Date(startsAt))}, ${windowHoursText({ startsAt, endsAt }, timeZone)}`;
}

/** Returns "Today", "Tomorrow", or a weekday, then "2 to 4 PM"; with the date if it is at least a week ahead. */
export function nextWindowText(window: TimeWindow, timeZone: string, now: Date): string {
  const days = daysBetween(now, new Date(window.startsAt), timeZone);
  if (days > 6) return windowText(window, timeZone);
  return `${windowDayText(window, timeZone, now)} ${windowHoursText(window, timeZone)}`;
}

/** Returns "Today", "Tomorrow", or a weekday; with the date if it is at least a week ahead. */
export function windowDayText({ startsAt }: TimeWindow, timeZone: string, now: Date): string {
  const days = daysBetween(now, new Date(startsAt), timeZone);
  const date = days > 6 ? ({ month: "short", day: "numeric" } as const) : {};
  const weekday = dateFormat({ weekday: days > 6 ? "short" : "long", ...date, timeZone });
  return [t("Today"), t("Tomorrow")][days] ?? weekday.format(new Date(startsAt));
}

/** Returns "today 3:30 PM", "tomorrow 9 AM", or "Saturday 9 AM"; with the date if it is at least a week ahead. */
export function nextTimeText(instant: string, timeZone: string, now: Date): string {
  const at = new Date(instant);
  const days = daysBetween(now, at, timeZone);
  const date = days > 6 ? ({ month: "long", day: "numeric" } as const) : {};
  const weekday = dateFormat({ weekday: "long", ...date, timeZone });
  return `${[t("today"), t("tomorrow")][days] ?? weekday.format(at)} ${hourText(at, timeZone)}`;
}

/** Returns "2 to 4 PM", or "11 AM to 1 PM" across noon or midnight. */
export function windowHoursText({ startsAt, endsAt }: TimeWindow, timeZone: string): string {
  const [from, to] = [startsAt, endsAt].map((instant) => hourText(new Date(instant), timeZone));
  const [half] = to?.split(" ").slice(-1) ?? [];
  const start = from?.endsWith(` ${half}`) ? from.slice(0, -3) : (from ?? "");
  return t("{start} to {end}", { start, end: to ?? "" }, "times of day");
}

/** Returns "2 PM" or "2:30 PM" in every language, because the store and its customers use the US clock format. */
function hourText(instant: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", hour12: true, timeZone });
  // Node and browsers put different spaces before AM and PM.
  return clock.format(instant).replaceAll("\u202f", " ").replace(":00", "");
}
