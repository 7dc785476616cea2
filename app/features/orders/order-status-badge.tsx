import { type OrderStatus, orderStatusLabel } from "./order-status.ts";
import styles from "./order-status-badge.module.css";

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span className={styles.badge} data-status={status}>
      {orderStatusLabel(status)}
    </span>
  );
}
