import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import type { Order } from "./order.ts";
import styles from "./order-page.module.css";
import { OrderStatusBadge } from "./order-status-badge.tsx";

/** Header of an order page: number, status, date, and buttons as children. */
export function OrderHead({
  order,
  children,
}: {
  order: Pick<Order, "number" | "status" | "placedAt" | "payInStore">;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <div>
        <h1 className={styles.title}>
          {t("Order {number}", { number: order.number })}{" "}
          <OrderStatusBadge status={order.status} payInStore={order.payInStore} />
        </h1>
        <p className={styles.date}>
          <DateTime at={order.placedAt} />
        </p>
      </div>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  );
}
