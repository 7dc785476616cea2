import { useId } from "react";
import { freeDeliveryProgressText } from "./free-delivery.ts";
import styles from "./free-delivery-bar.module.css";
import type { StoreSettings } from "./store-settings.ts";

/** How much is missing to free delivery, in words and as a bar; nothing where nothing can be missing. */
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
