import { t } from "#app/messages/t.ts";
import { Money } from "#app/ui/money.tsx";
import type { OrderWithLines } from "./order.ts";
import { type HoldSums, holdText, releasedText } from "./order-money.ts";
import styles from "./order-summary.module.css";

/**
 * Amounts of an order: paid or held on the card, refunded, and not charged; empty until it is paid.
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
  const { heldCents, releasedCents } = hold;
  const paidCents = order.paidCents - heldCents;
  return (
    <>
      {order.paidCents === 0 ? null : (
        <dl className={styles.sums}>
          {heldCents > 0 ? (
            <Sum name={isForShop ? t("Held on the card") : t("Held on your card")} cents={heldCents} />
          ) : null}
          {paidCents > 0 ? (
            <Sum name={isHoldKnown ? t("Paid") : t("Paid or held on the card")} cents={paidCents} />
          ) : null}
          {order.refundedCents > 0 ? (
            <>
              <Sum name={t("Refunded")} cents={order.refundedCents} />
              <Sum name={t("Total after refunds")} cents={paidCents - order.refundedCents} isLeft />
            </>
          ) : null}
        </dl>
      )}
      {heldCents > 0 && !isForShop ? <p className={styles.note}>{holdText(heldCents)}</p> : null}
      {releasedCents > 0 ? <p className={styles.note}>{releasedText(releasedCents)}</p> : null}
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
