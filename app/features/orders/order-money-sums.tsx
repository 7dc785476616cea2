import { Money } from "#app/ui/money.tsx";
import type { OrderWithLines } from "./order.ts";
import styles from "./order-summary.module.css";

/** What of the order was paid, given back, and is left; nothing before it is paid. */
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
      <div className={styles.row}>
        <dt>Refunded</dt>
        <dd>
          <Money cents={order.refundedCents} />
        </dd>
      </div>
      <div className={styles.row} data-is-left>
        <dt>Left</dt>
        <dd>
          <Money cents={order.paidCents - order.refundedCents} />
        </dd>
      </div>
    </dl>
  );
}
