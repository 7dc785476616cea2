import { type PayInStore, unpaidLabel } from "#app/features/payments/pay-in-store.ts";
import { type OrderStatus, orderStatusLabel } from "./order-status.ts";
import styles from "./order-status-badge.module.css";

export function OrderStatusBadge({
  status,
  payInStore = null,
}: {
  status: OrderStatus;
  /** State of an unpaid order that is paid in the store. */
  payInStore?: Pick<PayInStore, "step"> | null;
}) {
  return (
    <span className={styles.badge} data-status={payInStore ? "pending" : status}>
      {payInStore ? unpaidLabel(payInStore) : orderStatusLabel(status)}
    </span>
  );
}
