import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { Money } from "#app/ui/money.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { moneyText } from "#app/values/money.ts";
import { type Refund, type RefundReason, type RefundStatus, refundReasonLabels } from "./order-money.ts";
import styles from "./refund-list.module.css";

const customerLabels = (): Record<RefundStatus, string> => ({
  requested: t("On its way"),
  pending: t("On its way"),
  succeeded: t("Refunded"),
  failed: t("Failed"),
});

const staffLabels = (): Record<RefundStatus, string> => ({
  requested: t("Requested"),
  pending: t("Pending"),
  succeeded: t("Succeeded"),
  failed: t("Failed"),
});

/** Lists refunds and amounts that were held but not charged, with amount, date, and state. */
export function RefundList({ refunds, isForShop }: { refunds: readonly Refund[]; isForShop: boolean }) {
  const reasons: Partial<Record<RefundReason, string>> = refundReasonLabels();
  return (
    <Stack as="ul" gap={3}>
      {refunds.map((refund) => (
        <li key={refund.id} className={styles.refund}>
          <span className={textStyles.strong}>
            <Money cents={refund.amountCents} />
          </span>
          <span className={styles.state} data-status={refund.status}>
            {stateText(refund, refunds, isForShop)}
          </span>
          <span className={styles.facts}>
            <DateTime at={refund.requestedAt} />
            {refund.taxCents > 0
              ? ` · ${t("includes {price} sales tax", { price: moneyText(refund.taxCents) })}`
              : null}
            {reasons[refund.reason] ? ` · ${reasons[refund.reason]}` : null}
            {isForShop && refund.status !== "succeeded" && refund.lastError ? ` · ${refund.lastError}` : null}
          </span>
        </li>
      ))}
    </Stack>
  );
}

function stateText(refund: Refund, refunds: readonly Refund[], isForShop: boolean): string {
  if (refund.isCash) return t("Refunded in cash");
  if (refund.isRelease && refund.status !== "failed") {
    return refund.status === "succeeded" ? t("Not charged") : t("Will not be charged");
  }
  const state = (isForShop ? staffLabels() : customerLabels())[refund.status];
  const next = refunds.find(({ replacesId }) => replacesId === refund.id);
  if (!next) return state;
  return next.isCash ? t("{state}, then refunded in cash", { state }) : t("{state}, then tried again", { state });
}
