import { t } from "#app/messages/t.ts";
import { Money } from "#app/ui/money.tsx";
import type { OrderWithLines } from "./order.ts";
import { type HoldSums, holdText } from "./order-money.ts";
import styles from "./order-summary.module.css";

/**
 * Amounts of an order: paid or held on the card, not charged, and refunded; hidden until it is paid.
 * @param isForShop whether the reader is staff, not the customer
 * @param isHoldKnown false if the reader cannot see whether the payment is held or charged
 */
export function OrderMoney({
  order,
  hold,
  isForShop,
  isHoldKnown = true,
}: {
  order: OrderWithLines;
  hold: HoldSums;
  isForShop: boolean;
  isHoldKnown?: boolean;
}) {
  if (order.paidCents === 0) return null;
  const { heldCents, releasedCents } = hold;
  const paidCents = order.paidCents - heldCents - releasedCents;
  const refundedCents = order.refundedCents - releasedCents;
  return (
    <>
      <dl className={styles.sums}>
        {heldCents > 0 ? (
          <Sum name={isForShop ? t("Held on the card") : t("Held on your card")} cents={heldCents} />
        ) : null}
        {releasedCents > 0 ? <Sum name={t("Not charged")} cents={releasedCents} /> : null}
        {paidCents > 0 || (heldCents === 0 && releasedCents === 0) ? (
          <Sum name={isHoldKnown ? t("Paid") : t("Paid or held on the card")} cents={paidCents} />
        ) : null}
        {refundedCents > 0 ? (
          <>
            <Sum name={t("Refunded")} cents={refundedCents} />
            <Sum name={t("Total after refunds")} cents={paidCents - refundedCents} isLeft />
          </>
        ) : null}
      </dl>
      {heldCents > 0 && !isForShop ? <p className={styles.note}>{holdText(heldCents)}</p> : null}
    </>
  );
}

function Sum({ name, cents, isLeft = false }: { name: string; cents: number; isLeft?: boolean }) {
  return (
    <div className={styles.row} data-is-left={isLeft || undefined}>
      <dt>{name}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
