import type { ReactNode } from "react";
import { usePayInStoreText } from "#app/features/payments/use-pay-in-store-text.ts";
import { t } from "#app/messages/t.ts";
import textStyles from "#app/ui/text.module.css";
import { NEXT_STEP_ID, nextStepText, type OrderStanding } from "./next-step.ts";
import type { OrderWithLines } from "./order.ts";
import styles from "./order-page.module.css";

/** Section "What happens next" for the customer. It is announced when the status changes while the page is open. */
export function NextStep({
  order,
  children,
  ...standing
}: { order: OrderWithLines; children?: ReactNode } & Pick<
  OrderStanding,
  "refunds" | "isPaidInStore" | "isHeld" | "stopsBefore"
>) {
  const payInStoreText = usePayInStoreText(order.payInStore);
  return (
    <section className={styles.next} aria-labelledby={NEXT_STEP_ID}>
      <h2 id={NEXT_STEP_ID} tabIndex={-1} className={textStyles.h3}>
        {t("What happens next")}
      </h2>
      <p role="status" className={styles.sentence}>
        {nextStepText({ ...order, ...standing, payInStoreText })}
      </p>
      {children}
    </section>
  );
}
