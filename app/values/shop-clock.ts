import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";
import { offsetMs, partsIn } from "./wall-clock.ts";

/** Days and hours are in the store's time zone, regardless of those of the server and the browser. */

/**
 * The last valid time zone. It is cached, because the settings are read with every page and a formatter is slow to
 * create.
 */
let knownZone = "";

const DEFAULT_TIME_ZONE = "America/Chicago";

/** Returns whether a time zone of this name exists, such as America/Chicago. */
export function isTimeZone(text: string): boolean {
  if (text !== "" && text === knownZone) return true;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: text });
    knownZone = text;
    return true;
  } catch {
    return false;
  }
}

/** Returns the time zone, or the default if this machine does not know it. */
export function knownTimeZone(timeZone: string): string {
  return isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE;
}

/** Returns a timestamp of the data service as "Nov 21, 2026, 3:05 PM" in the store's time zone. */
export function dateTimeText(instant: string, timeZone: string): string {
  const dayAndTime = dateFormat({ dateStyle: "medium", timeStyle: "short", timeZone });
  // Node and browsers put different spaces before AM and PM, which would break hydration.
  return dayAndTime.format(new Date(instant)).replaceAll("\u202f", " ") + zoneIfRepeated(instant, timeZone);
}

/**
 * Returns "Dec 3, 2026".
 * @param day `YYYY-MM-DD`
 */
export function dayText(day: string): string {
  // Format in UTC, because days have no time zone.
  return dateFormat({ dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}

/** Returns "9:41 AM" in the store's time zone. */
export function shopTimeText(instant: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short", hour12: true, timeZone });
  return time.format(new Date(instant)).replaceAll("\u202f", " ") + zoneIfRepeated(instant, timeZone);
}

const HOUR_MS = 60 * 60 * 1000;

/** Returns " CDT" or " CST" in the hour that occurs twice when daylight saving ends; otherwise "". */
function zoneIfRepeated(instant: string, timeZone: string): string {
  const at = new Date(instant);
  const offset = offsetMs(at, timeZone);
  const before = offsetMs(new Date(at.getTime() - HOUR_MS), timeZone);
  const after = offsetMs(new Date(at.getTime() + HOUR_MS), timeZone);
  if (before <= offset && after >= offset) return "";
  const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" });
  return ` ${zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? ""}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns "today", "yesterday", a weekday within the last week, or a date such as "Nov 3", for a past timestamp in the
 * store's time zone.
 */
export function dayWords(instant: string, now: Date, timeZone: string): string {
  const then = new Date(instant);
  const daysAgo = daysBetween(then, now, timeZone);
  if (daysAgo === 0) return t("today");
  if (daysAgo === 1) return t("yesterday");
  const isRecent = daysAgo > 0 && daysAgo < 7;
  const words = isRecent ? ({ weekday: "long" } as const) : ({ month: "short", day: "numeric" } as const);
  return dateFormat({ ...words, timeZone }).format(then);
}

/** Returns the number of days from one instant's day in the store's time zone to that of another. */
export function daysBetween(from: Date, to: Date, timeZone: string): number {
  const [first, last] = [from, to].map((instant) => Date.parse(shopDayOf(instant, timeZone)));
  return ((last ?? 0) - (first ?? 0)) / DAY_MS;
}

export interface ShopDay {
  /** Start of the day and of the next one, ISO 8601 (UTC). */
  startsAt: string;
  endsAt: string;
}

/** Parses `YYYY-MM-DD` as a day in the store's time zone; null for an invalid day. */
export function readShopDay(text: string, timeZone: string): ShopDay | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const utc = new Date(Date.UTC(year, month - 1, day));
  // The end of the year 9999 would have a year of five digits.
  if (year < 1970 || year > 9998 || utc.toISOString().slice(0, 10) !== text) return null;
  return { startsAt: midnight(year, month, day, timeZone), endsAt: midnight(year, month, day + 1, timeZone) };
}

/** Parses `YYYY-MM-DDTHH:MM` in the store's time zone; null for an invalid time. Returns ISO 8601 (UTC). */
export function readShopTime(text: string, timeZone: string): string | null {
  const [, day = "", hour, minute] = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (readShopDay(day, timeZone) === null) return null;
  const [year, month, date] = day.split("-").map(Number);
  return instantOf(Date.UTC(year ?? 0, (month ?? 1) - 1, date, Number(hour), Number(minute)), timeZone);
}

/** Returns the time of an instant in the store's time zone, as `YYYY-MM-DDTHH:MM`. */
export function shopTimeOf(instant: Date, timeZone: string): string {
  const { hour, minute } = partsIn(instant, timeZone);
  return `${shopDayOf(instant, timeZone)}T${hour}:${minute}`;
}

/** Returns the day of an instant in the store's time zone, as `YYYY-MM-DD`. */
export function shopDayOf(instant: Date, timeZone: string): string {
  const parts = partsIn(instant, timeZone);
  return `${parts.year}-${parts.month}-${parts.day}`;
}

function midnight(year: number, month: number, day: number, timeZone: string): string {
  return instantOf(Date.UTC(year, month - 1, day), timeZone);
}

/** @param wallMs the local time, as if it were in UTC */
function instantOf(wallMs: number, timeZone: string): string {
  // Looks up the UTC offset twice: near a change of the clocks, the first guess may be on the other side of the change.
  const guess = wallMs - offsetMs(new Date(wallMs), timeZone);
  return new Date(wallMs - offsetMs(new Date(guess), timeZone)).toISOString();
}
