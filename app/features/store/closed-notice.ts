import { shopDayOf } from "#app/values/shop-clock.ts";
import { nextTimeText } from "#app/values/window-text.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Notice period of a closed day. */
const DAYS_BEFORE = 7;
const DAY_MS = 86_400_000;

/** Returns notices about closed days and pauses, now and soon. */
export function closedNotices(settings: StoreSettings, now: Date): string[] {
  const { timeZone, pauseReason } = settings;
  const today = Date.parse(shopDayOf(now, timeZone));
  const closed = settings.closedDays.flatMap(({ day, reason }) => {
    const ahead = Math.round((Date.parse(day) - today) / DAY_MS);
    if (!(ahead >= 0 && ahead <= DAYS_BEFORE)) return [];
    const name = new Intl.DateTimeFormat("en-US", {
      weekday: "long",
      month: "long",
      day: "numeric",
      timeZone: "UTC",
    });
    const when = ahead === 0 ? "today" : `on ${name.format(new Date(Date.parse(day)))}`;
    return [`Closed ${when}: ${reason}.`];
  });
  const paused = (
    [
      ["Pickup", settings.pickupPausedUntil],
      ["Delivery", settings.deliveryPausedUntil],
    ] as const
  ).flatMap(([what, until]) => {
    if (until === null || Date.parse(until) <= now.getTime()) return [];
    const why = pauseReason === "" ? "" : `: ${pauseReason}`;
    return [`${what} is paused until ${nextTimeText(until, timeZone, now)}${why}.`];
  });
  return [...closed, ...paused];
}
