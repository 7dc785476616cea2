import { objectOf } from "./typed-object.ts";

/** Local time in a time zone and its UTC offset, computed the same on the server and in browsers. */

const DAY_MS = 24 * 60 * 60 * 1000;

export function offsetMs(instant: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsIn(instant, timeZone);
  return Date.UTC(+year, +month - 1, +day, +hour, +minute, +second) - Math.floor(instant.getTime() / 1000) * 1000;
}

type ClockPart = "year" | "month" | "day" | "hour" | "minute" | "second";

/** UTC offsets of a time zone for a period, in minutes ahead of UTC from an instant (in ms) on. */
export interface KnownClock {
  timeZone: string;
  /** The instant of the first entry is the start of the period. */
  offsets: readonly (readonly [from: number, minutes: number])[];
  until: number;
}

const DAYS_KNOWN = 400;
const MINUTE_MS = 60_000;

let latest: KnownClock | null = null;

/** Returns the UTC offsets of a time zone for 400 days from yesterday on, with their changes to the minute. */
export function knownClockOf(timeZone: string, now: Date): KnownClock {
  const from = Math.floor(now.getTime() / DAY_MS - 1) * DAY_MS;
  if (latest?.timeZone !== timeZone || latest.offsets[0]?.[0] !== from) latest = lookAhead(timeZone, from);
  return latest;
}

function lookAhead(timeZone: string, from: number): KnownClock {
  const until = from + DAYS_KNOWN * DAY_MS;
  const minutesAt = (time: number) => offsetMs(new Date(time), timeZone) / MINUTE_MS;
  const offsets: (readonly [number, number])[] = [[from, minutesAt(from)]];
  for (let day = from; day < until; day += DAY_MS) {
    if (minutesAt(day) === minutesAt(day + DAY_MS)) continue;
    let [before, after] = [day, day + DAY_MS];
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
      if (minutesAt(middle) === minutesAt(day)) before = middle;
      else after = middle;
    }
    offsets.push([after, minutesAt(after)]);
  }
  return { timeZone, offsets, until };
}

let known: KnownClock | null = null;

/**
 * Uses the offsets that the server has computed, because the first Intl.DateTimeFormat takes a browser as long to
 * create as a dozen cards take to render.
 */
export function cacheClock(clock: KnownClock): void {
  known = clock;
}

function knownOffsetMs(time: number, timeZone: string): number | null {
  if (known?.timeZone !== timeZone || time >= known.until) return null;
  const now = known.offsets.findLast(([from]) => from <= time);
  return now ? now[1] * MINUTE_MS : null;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  clocks.set(timeZone, clock);
  return clock;
}

export function partsIn(instant: Date, timeZone: string): Record<ClockPart, string> {
  const offset = knownOffsetMs(instant.getTime(), timeZone);
  if (offset !== null) {
    const [, year = "", month = "", day = "", hour = "", minute = "", second = ""] =
      /^(.*)-(..)-(..)T(..):(..):(..)/.exec(new Date(instant.getTime() + offset).toISOString()) ?? [];
    return { year, month, day, hour, minute, second };
  }
  return objectOf(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
}
