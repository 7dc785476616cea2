import { useId } from "react";
import { Stack } from "#app/ui/stack.tsx";
import { freeDeliveryProgressText } from "./free-delivery.ts";
import styles from "./free-delivery-bar.module.css";

/** Amount still missing for free delivery, as text and progress bar; hidden if delivery is always or never free. */
export function FreeDeliveryBar({ minimumCents, totalCents }: { minimumCents: number | null; totalCents: number }) {
  const id = useId();
  if (minimumCents === null || minimumCents === 0) return null;
  return (
    <Stack gap={1}>
      <p id={id} className={styles.words}>
        {freeDeliveryProgressText(minimumCents, totalCents)}
      </p>
      <progress
        aria-labelledby={id}
        max={minimumCents}
        value={Math.min(totalCents, minimumCents)}
        className={styles.bar}
      />
    </Stack>
  );
}
