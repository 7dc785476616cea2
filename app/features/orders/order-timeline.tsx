import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import textStyles from "#app/ui/text.module.css";
import { type OrderStep, orderStepTexts, stepsAfter, stepToComeText } from "./order-history.ts";
import type { DeliveryType } from "./order-status.ts";
import styles from "./order-timeline.module.css";

/**
 * Past events of an order, with the person's name for staff, followed by the steps to come. Both use the same layout,
 * so that nothing shifts.
 */
export function OrderTimeline({
  steps,
  deliveryType,
  showsNames,
  wasHeld,
}: {
  steps: readonly OrderStep[];
  deliveryType: DeliveryType;
  showsNames: boolean;
  /** Whether the card was only authorized when the order was placed. */
  wasHeld: boolean;
}) {
  const last = steps.at(-1);
  const texts = orderStepTexts(steps, deliveryType, wasHeld);
  return (
    <ol>
      {steps.map((step, place) => (
        <li key={`${step.status} ${step.at}`} className={styles.step} aria-current={step === last ? "step" : undefined}>
          <p className={styles.text}>{texts[place]}</p>
          <p className={textStyles.meta}>
            <DateTime at={step.at} />
            {showsNames && step.by ? ` · ${step.by}` : null}
          </p>
        </li>
      ))}
      {stepsAfter(steps, deliveryType).map((status) => (
        <li key={status} className={styles.step} data-to-come>
          <p className={styles.text}>{stepToComeText(status, deliveryType)}</p>
          <p className={textStyles.meta}>
            <HiddenText>{t("Still to come")}</HiddenText>
            <span aria-hidden="true">–</span>
          </p>
        </li>
      ))}
    </ol>
  );
}
