import { currentLocale } from "#app/messages/current-locale.ts";
import { dateFormat } from "#app/messages/date-format.ts";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { shopTimeOf } from "#app/values/shop-clock.ts";

/** Opening hours of one or more weekdays. */
export interface OpeningHours {
  /** Such as "Mon-Sat", "Sun", "Tue, Thu", or across the weekend "Fri-Mon". */
  days: string;
  /** In the store's time zone, such as "09:00". */
  opens: string;
  closes: string;
  /** Text for display, such as "Mon-Sat 9AM-8PM". */
  text: string;
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
export type DayName = (typeof DAYS)[number];
const MINUTES_OF_DAY = 24 * 60;

/** Returns the weekdays that a text names, in order; null for an unknown word. */
export function daysIn(text: string): DayName[] | null {
  const days: DayName[] = [];
  for (const part of text.split(",")) {
    const [first = "", last = first, ...more] = part.split("-");
    const [from, to] = [dayNumber(first), dayNumber(last)];
    if (from === -1 || to === -1 || more.length > 0) return null;
    const count = ((to - from + DAYS.length) % DAYS.length) + 1;
    for (let step = 0; step < count; step += 1) days.push(dayName(from + step));
  }
  return days;
}

/** Returns the minutes since midnight of a time such as "09:00"; null if it is invalid. */
export function minuteOf(time: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hour && minute ? Number(hour) * 60 + Number(minute) : null;
}

/** Returns a text such as "Mon-Sat 9AM-8PM". */
export function hoursText({ days, opens, closes }: Pick<OpeningHours, "days" | "opens" | "closes">): string {
  const [from, to] = [opens, closes].map((time) => timeText(minuteOf(time) ?? 0).replace(" ", ""));
  return `${days} ${from}-${to}`;
}

/** Returns the text for display: in English that of the owner, in other languages with translated weekdays. */
export function localHoursText(hours: OpeningHours): string {
  if (currentLocale() === DEFAULT_LOCALE) return hours.text;
  const weekday = dateFormat({ weekday: "short", timeZone: "UTC" });
  // January 4, 1970 was a Sunday.
  const days = hours.days.replaceAll(/[A-Za-z]+/g, (day) =>
    weekday.format(new Date(Date.UTC(1970, 0, 4 + dayNumber(day)))),
  );
  return hoursText({ ...hours, days });
}

/**
 * Returns whether the store is open at an instant, in its time zone, with a text such as "Open now, until 8 PM" or
 * "Closed now, opens tomorrow at 10 AM".
 */
export function openingStateAt(
  {
    openingHours,
    timeZone,
    closedDays,
  }: { openingHours: readonly OpeningHours[]; timeZone: string; closedDays: readonly { day: string }[] },
  instant: Date,
) {
  const [today = "", time = ""] = shopTimeOf(instant, timeZone).split("T");
  const day = new Date(today).getUTCDay();
  const minute = minuteOf(time) ?? 0;
  const spansOn = (ahead: number) =>
    closedDays.some((closed) => closed.day === dayAfter(today, ahead)) ? [] : spansOf(openingHours, day + ahead);
  const open = spansOn(0).find((span) => span.opens <= minute && minute < span.closes);
  if (open) return { isOpen: true, text: t("Open now, until {time}", { time: timeText(open.closes) }) };
  // Hours past midnight belong to the day on which they started.
  const late = spansOn(-1).find((span) => minute + MINUTES_OF_DAY < span.closes);
  if (late) return { isOpen: true, text: t("Open now, until {time}", { time: timeText(late.closes) }) };

  for (let ahead = 0; ahead <= DAYS.length + closedDays.length; ahead += 1) {
    const opens = spansOn(ahead)
      .map((span) => span.opens)
      .filter((opening) => ahead > 0 || opening > minute)
      .sort((one, other) => one - other)[0];
    if (opens !== undefined) {
      return { isOpen: false, text: opensText(ahead, new Date(dayAfter(today, ahead)), timeText(opens)) };
    }
  }
  return { isOpen: false, text: t("Closed now") };
}

interface Span {
  /** Minutes since midnight; `closes` is more than 24 hours if the store closes after midnight. */
  opens: number;
  closes: number;
}

/** Returns the opening hours of a weekday; 0 is Sunday. */
export function spansOf(openingHours: readonly OpeningHours[], day: number): Span[] {
  return openingHours
    .filter((hours) => daysIn(hours.days)?.includes(dayName(day)))
    .flatMap((hours) => {
      const opens = minuteOf(hours.opens);
      const closes = minuteOf(hours.closes);
      if (opens === null || closes === null) return [];
      return [{ opens, closes: closes > opens ? closes : closes + MINUTES_OF_DAY }];
    });
}

/** Returns 1 for "Mon", "mon", and "Monday", because Sunday is 0; -1 for an unknown word. */
function dayNumber(text: string): number {
  const name = text.trim().toLowerCase();
  return DAYS.findIndex((day) => [day.toLowerCase(), shortName(day).toLowerCase()].includes(name));
}

function dayName(day: number): DayName {
  return DAYS[(day + DAYS.length) % DAYS.length] ?? DAYS[0];
}

function shortName(day: DayName): string {
  return day.slice(0, 3);
}

/**
 * Returns "9 AM" or "8:30 PM".
 * @param minuteOfDay may be more than 24 hours
 */
export function timeText(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60) % 24;
  const minute = minuteOfDay % 60;
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

/** Returns the day that is `count` days after a day such as "2026-11-26". */
function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * MINUTES_OF_DAY * 60_000).toISOString().slice(0, 10);
}

/** @param day midnight UTC of the day in the store */
function opensText(ahead: number, day: Date, time: string): string {
  if (ahead === 0) return t("Closed now, opens at {time}", { time });
  if (ahead === 1) return t("Closed now, opens tomorrow at {time}", { time });
  // More than a week ahead, a weekday alone would name an earlier day.
  const date = ahead > DAYS.length ? ({ month: "short", day: "numeric" } as const) : {};
  const weekday = dateFormat({ weekday: "short", ...date, timeZone: "UTC" }).format(day);
  return t("Closed now, opens {weekday} at {time}", { weekday, time });
}
