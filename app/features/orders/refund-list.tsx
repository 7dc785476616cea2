import { DateTime } from "#app/ui/date-time.tsx";
import { Money } from "#app/ui/money.tsx";
import { moneyText } from "#app/values/money.ts";
import type { Refund, RefundReason, RefundStatus } from "./order-money.ts";
import styles from "./refund-list.module.css";

const FOR_CUSTOMER: Record<RefundStatus, string> = {
  requested: "On its way",
  pending: "On its way",
  succeeded: "Refunded",
  failed: "Failed",
};

const FOR_SHOP: Record<RefundStatus, string> = {
  requested: "Requested",
  pending: "Pending",
  succeeded: "Succeeded",
  failed: "Failed",
};

const REASONS: Record<RefundReason, string | null> = {
  requested_by_customer: null,
  duplicate: "Paid twice",
  sold_out: "Sold out",
  cancelled: "Order canceled",
  provider: null,
  weight: "Weighed less",
  missing: "Missing",
  damaged: "Damaged",
  returned: "Returned",
};

/** Money that went back, is on its way, or was held and not charged, with its amount, day and state. */
export function RefundList({ refunds, isForShop }: { refunds: readonly Refund[]; isForShop: boolean }) {
  return (
    <ul className={styles.refunds}>
      {refunds.map((refund) => (
        <li key={refund.id} className={styles.refund}>
          <span className={styles.amount}>
            <Money cents={refund.amountCents} />
          </span>
          <span className={styles.state} data-status={refund.status}>
            {stateText(refund, refunds, isForShop)}
          </span>
          <span className={styles.facts}>
            <DateTime at={refund.requestedAt} />
            {refund.taxCents > 0 ? ` · ${moneyText(refund.taxCents)} of it sales tax` : null}
            {REASONS[refund.reason] ? ` · ${REASONS[refund.reason]}` : null}
            {isForShop && refund.status !== "succeeded" && refund.lastError ? ` · ${refund.lastError}` : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

function stateText(refund: Refund, refunds: readonly Refund[], isForShop: boolean): string {
  if (refund.isCash) return "Refunded in cash";
  if (refund.isRelease && refund.status !== "failed") {
    return refund.status === "succeeded" ? "Not charged" : "Will not be charged";
  }
  const state = (isForShop ? FOR_SHOP : FOR_CUSTOMER)[refund.status];
  const next = refunds.find(({ replacesId }) => replacesId === refund.id);
  if (!next) return state;
  return `${state}, ${next.isCash ? "then refunded in cash" : "then tried again"}`;
}
