import { DateTime } from "#app/ui/date-time.tsx";
import { type OrderStep, orderStepText } from "./order-history.ts";
import type { DeliveryType } from "./order-status.ts";
import styles from "./order-timeline.module.css";

/** What happened to an order and when; the last step is where it stands. */
export function OrderTimeline({
  steps,
  deliveryType,
}: {
  steps: readonly OrderStep[];
  deliveryType: DeliveryType;
}) {
  return (
    <ol className={styles.timeline}>
      {steps.map((step, place) => (
        <li
          key={`${step.status} ${step.at}`}
          className={styles.step}
          aria-current={place === steps.length - 1 ? "step" : undefined}
        >
          <p className={styles.text}>{orderStepText(step.status, deliveryType)}</p>
          <p className={styles.at}>
            <DateTime at={step.at} />
          </p>
        </li>
      ))}
    </ol>
  );
}
