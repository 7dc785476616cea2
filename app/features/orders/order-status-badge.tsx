import type { ReactNode } from "react";
import { type PayInStore, unpaidLabel } from "#app/features/payments/pay-in-store.ts";
import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import type { Order } from "./order.ts";
import pageStyles from "./order-page.module.css";
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

/** Header of an order page: number, status, date, and buttons as children. */
export function OrderHead({
  order,
  children,
}: {
  order: Pick<Order, "number" | "status" | "placedAt" | "payInStore">;
  children?: ReactNode;
}) {
  return (
    <div className={pageStyles.head}>
      <div>
        <h1 className={pageStyles.title}>
          {t("Order {number}", { number: order.number })}{" "}
          <OrderStatusBadge status={order.status} payInStore={order.payInStore} />
        </h1>
        <p className={pageStyles.date}>
          <DateTime at={order.placedAt} />
        </p>
      </div>
      {children ? <div className={pageStyles.actions}>{children}</div> : null}
    </div>
  );
}
