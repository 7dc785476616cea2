import type { ReactNode } from "react";
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
            <Sum
              name={isForShop ? t("Held on the card") : t("Held on your card")}
              price={<Money cents={heldCents} />}
            />
          ) : null}
          {paidCents > 0 ? (
            <Sum name={isHoldKnown ? t("Paid") : t("Paid or held on the card")} price={<Money cents={paidCents} />} />
          ) : null}
          {order.refundedCents > 0 ? (
            <>
              <Sum name={t("Refunded")} price={<Money cents={order.refundedCents} />} />
              <Sum
                name={t("Total after refunds")}
                price={<Money cents={paidCents - order.refundedCents} />}
                kind="left"
              />
            </>
          ) : null}
        </dl>
      )}
      {heldCents > 0 && !isForShop ? <p className={styles.note}>{holdText(heldCents)}</p> : null}
      {releasedCents > 0 ? <p className={styles.note}>{releasedText(releasedCents)}</p> : null}
    </>
  );
}

/** Amount with its name, in a description list. */
export function Sum({ name, price, kind }: { name: string; price: ReactNode; kind?: "total" | "left" }) {
  return (
    <div className={styles.row} data-kind={kind}>
      <dt>{name}</dt>
      <dd>{price}</dd>
    </div>
  );
}
