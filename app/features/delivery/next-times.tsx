import { openingStateAt } from "#app/features/store/opening-hours.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { useMinute } from "#app/ui/use-minute.ts";
import { nextWindowText } from "#app/values/window-text.ts";
import styles from "./next-times.module.css";
import { useWindows } from "./use-windows.ts";

/**
 * The next pickup time. Without pickup windows, it shows from the opening hours when an order can be picked up. The
 * server's page is cached, so the browser renders the time.
 */
export function NextPickup() {
  const settings = useStoreSettings();
  const minute = useMinute();
  const pickup = useWindows(settings.hasPickupWindows ? "pickup" : null, 1).windows?.[0];
  if (minute === null) return null;
  const now = new Date(minute);
  const { timeZone, pickupPausedUntil } = settings;
  if (pickup) return t("Next pickup: {time}", { time: nextWindowText(pickup, timeZone, now) });
  if (settings.hasPickupWindows || (pickupPausedUntil !== null && now < new Date(pickupPausedUntil))) return null;
  return t("Pickup: {hours}", { hours: openingStateAt(settings, now).text });
}

/** The next delivery time, in reserved space; nothing without delivery windows. */
export function NextDelivery() {
  const { hasDeliveryWindows, timeZone } = useStoreSettings();
  const minute = useMinute();
  const delivery = useWindows(hasDeliveryWindows ? "delivery" : null, 1).windows?.[0];
  if (!hasDeliveryWindows) return null;
  return (
    <p className={styles.time}>
      {delivery && minute !== null
        ? t("Next delivery: {time}", { time: nextWindowText(delivery, timeZone, new Date(minute)) })
        : null}
    </p>
  );
}
