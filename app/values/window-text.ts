import { shopDayOf } from "./shop-clock.ts";

/** A time between two instants, as the data service writes them. */
export interface TimeWindow {
  startsAt: string;
  endsAt: string;
}

/** Returns "Saturday, November 28, 2 to 4 PM" in the store's time zone. */
export function windowText({ startsAt, endsAt }: TimeWindow, timeZone: string): string {
  const day = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone });
  return `${day.format(new Date(startsAt))}, ${hoursOf({ startsAt, endsAt }, timeZone)}`;
}

/** "Today", "Tomorrow" or "Saturday", then "2 to 4 PM"; a week ahead with the date. */
export function nextWindowText(window: TimeWindow, timeZone: string, now: Date): string {
  const days = daysBetween(now, new Date(window.startsAt), timeZone);
  if (days > 6) return windowText(window, timeZone);
  const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone });
  const day = ["Today", "Tomorrow"][days] ?? weekday.format(new Date(window.startsAt));
  return `${day} ${hoursOf(window, timeZone)}`;
}

/** "today 3:30 PM", "tomorrow 9 AM" or "Saturday 9 AM"; a week ahead with the date. */
export function nextTimeText(instant: string, timeZone: string, now: Date): string {
  const at = new Date(instant);
  const days = daysBetween(now, at, timeZone);
  const date = days > 6 ? ({ month: "long", day: "numeric" } as const) : {};
  const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", ...date, timeZone });
  return `${["today", "tomorrow"][days] ?? weekday.format(at)} ${hourText(at, timeZone)}`;
}

/** Returns "2 to 4 PM", or "11 AM to 1 PM" across noon or midnight. */
function hoursOf({ startsAt, endsAt }: TimeWindow, timeZone: string): string {
  const [from, to] = [startsAt, endsAt].map((instant) => hourText(new Date(instant), timeZone));
  const [half] = to?.split(" ").slice(-1) ?? [];
  return `${from?.endsWith(` ${half}`) ? from.slice(0, -3) : from} to ${to}`;
}

/** "2 PM" or "2:30 PM" */
function hourText(instant: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat("en-US", {
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
    timeZone,
  });
  // Node and browsers differ in the space before AM and PM.
  return clock.format(instant).replaceAll("\u202f", " ").replace(":00", "");
}

function daysBetween(from: Date, to: Date, timeZone: string): number {
  const [first, last] = [from, to].map((instant) => Date.parse(shopDayOf(instant, timeZone)));
  return Math.round(((last ?? 0) - (first ?? 0)) / 86_400_000);
}
