/** Days and hours are meant in the shop's time zone, wherever server and browser stand. */
const SHOP_TIME_ZONE = "America/Chicago";

/** Whether clocks know a place of this name, such as America/Chicago. */
export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const dayAndTime = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  hour12: true,
  timeZone: SHOP_TIME_ZONE,
});

/** "Nov 21, 2026, 3:05 PM" on the shop's clock. Takes an instant as the data service writes it. */
export function dateTimeText(instant: string): string {
  // Node and browsers differ in the space before AM and PM, which would break hydration.
  return dayAndTime.format(new Date(instant)).replaceAll("\u202f", " ");
}

export interface ShopDay {
  /** The first instant of the day and of the next one, in ISO 8601 (UTC). */
  startsAt: string;
  endsAt: string;
}

/** Reads `YYYY-MM-DD` as a day in the shop's time zone; null when there is no such day. */
export function readShopDay(text: string): ShopDay | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const utc = new Date(Date.UTC(year, month - 1, day));
  if (year < 1970 || utc.toISOString().slice(0, 10) !== text) return null;
  return { startsAt: midnight(year, month, day), endsAt: midnight(year, month, day + 1) };
}

/** The day it is in the shop, as `YYYY-MM-DD`. */
export function shopDayOf(instant: Date): string {
  const parts = partsIn(instant);
  return `${parts.year}-${parts.month}-${parts.day}`;
}

function midnight(year: number, month: number, day: number): string {
  const wanted = Date.UTC(year, month - 1, day);
  // The distance to UTC is looked up twice: near a change of the clocks the first guess can lie on
  // the other side of it.
  const guess = wanted - offsetMs(new Date(wanted));
  return new Date(wanted - offsetMs(new Date(guess))).toISOString();
}

function offsetMs(instant: Date): number {
  const { year, month, day, hour, minute, second } = partsIn(instant);
  return (
    Date.UTC(+year, +month - 1, +day, +hour, +minute, +second) - Math.floor(instant.getTime() / 1000) * 1000
  );
}

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: SHOP_TIME_ZONE,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

type ClockPart = "year" | "month" | "day" | "hour" | "minute" | "second";

function partsIn(instant: Date): Record<ClockPart, string> {
  return Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value])) as Record<
    ClockPart,
    string
  >;
}
