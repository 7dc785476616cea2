import { useId } from "react";
import { freeDeliveryProgressText } from "./free-delivery.ts";
import styles from "./free-delivery-bar.module.css";
import type { StoreSettings } from "./store-settings.ts";

/** Amount missing to free delivery, as text and bar; hidden if delivery cannot be free. */
export function FreeDeliveryBar({ settings, totalCents }: { settings: StoreSettings; totalCents: number }) {
  const id = useId();
  const minimumCents = settings.freeDeliveryMinimumCents;
  if (minimumCents === 0) return null;
  return (
    <div className={styles.progress}>
      <p id={id} className={styles.words}>
        {freeDeliveryProgressText(settings, totalCents)}
      </p>
      <progress
        aria-labelledby={id}
        max={minimumCents}
        value={Math.min(totalCents, minimumCents)}
        className={styles.bar}
      />
    </div>
  );
}
