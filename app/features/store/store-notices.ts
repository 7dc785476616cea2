import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { nextTimeText } from "#app/values/window-text.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Number of days before a closed day from which its notice is shown. */
const DAYS_BEFORE = 7;
const DAY_MS = 86_400_000;

/** Returns notices about current and upcoming closed days and pauses. */
export function closedNotices(settings: StoreSettings, now: Date): string[] {
  const { timeZone, pauseReason } = settings;
  const today = Date.parse(shopDayOf(now, timeZone));
  const closed = settings.closedDays.flatMap(({ day, reason }) => {
    const ahead = Math.round((Date.parse(day) - today) / DAY_MS);
    if (!(ahead >= 0 && ahead <= DAYS_BEFORE)) return [];
    if (ahead === 0) return [t("Closed today: {reason}.", { reason })];
    const format = dateFormat({ weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
    return [t("Closed on {day}: {reason}.", { day: format.format(new Date(Date.parse(day))), reason })];
  });
  const paused = [
    pausedNotice(settings.pickupPausedUntil, (when) => t("Pickup is paused until {when}.", { when })),
    pausedNotice(settings.deliveryPausedUntil, (when) => t("Delivery is paused until {when}.", { when })),
  ];
  return [...closed, ...paused.filter((notice) => notice !== null)];

  function pausedNotice(until: string | null, sentence: (when: string) => string): string | null {
    if (until === null || Date.parse(until) <= now.getTime()) return null;
    const why = pauseReason === "" ? "" : `: ${pauseReason}`;
    return sentence(`${nextTimeText(until, timeZone, now)}${why}`);
  }
}

export type Banner = Pick<StoreSettings, "bannerText" | "bannerUntil">;

/** Returns whether the banner has expired. */
export function isOver({ bannerUntil }: Banner, now: Date): boolean {
  return bannerUntil !== null && Date.parse(bannerUntil) <= now.getTime();
}
