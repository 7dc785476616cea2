import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { useMinute } from "#app/ui/use-minute.ts";
import { openingStateAt } from "#app/values/opening-hours.ts";
import { nextWindowText } from "#app/values/window-text.ts";
import styles from "./next-times.module.css";
import { useWindows } from "./use-windows.ts";

/**
 * The next pickup and delivery times. Without pickup windows, it shows from the opening hours when an order can be
 * picked up. The server's page is cached, so the browser renders the times, in reserved space.
 */
export function NextTimes({ settings }: { settings: StoreSettings }) {
  const minute = useMinute();
  const [pickup] = useWindows(settings.hasPickupWindows ? "pickup" : null, 1) ?? [];
  const [delivery] = useWindows(settings.hasDeliveryWindows ? "delivery" : null, 1) ?? [];
  const now = minute === null ? null : new Date(minute);
  const { timeZone, openingHours, pickupPausedUntil, closedDays } = settings;
  const isPaused = now !== null && pickupPausedUntil !== null && now < new Date(pickupPausedUntil);
  const hours =
    now === null || settings.hasPickupWindows || isPaused
      ? ""
      : openingStateAt(
          openingHours,
          timeZone,
          now,
          closedDays.map(({ day }) => day),
        ).text;
  return (
    <>
      <p className={styles.time}>
        {pickup && now
          ? t("Next pickup: {time}", { time: nextWindowText(pickup, timeZone, now) })
          : hours
            ? t("Pickup: {hours}", { hours })
            : null}
      </p>
      {settings.hasDeliveryWindows ? (
        <p className={styles.time}>
          {delivery && now ? t("Next delivery: {time}", { time: nextWindowText(delivery, timeZone, now) }) : null}
        </p>
      ) : null}
    </>
  );
}
