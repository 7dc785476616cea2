import { Money } from "#app/ui/money.tsx";
import type { OrderWithLines } from "./order.ts";
import styles from "./order-summary.module.css";

/** Amount paid for the order and, after a refund, the amount kept; hidden until it is paid. */
export function OrderMoney({ order }: { order: OrderWithLines }) {
  if (order.paidCents === 0) return null;
  return (
    <dl className={styles.sums}>
      <div className={styles.row}>
        <dt>Paid</dt>
        <dd>
          <Money cents={order.paidCents} />
        </dd>
      </div>
      {order.refundedCents > 0 ? (
        <>
          <div className={styles.row}>
            <dt>Refunded</dt>
            <dd>
              <Money cents={order.refundedCents} />
            </dd>
          </div>
          <div className={styles.row} data-is-left>
            <dt>Total after refunds</dt>
            <dd>
              <Money cents={order.paidCents - order.refundedCents} />
            </dd>
          </div>
        </>
      ) : null}
    </dl>
  );
}
