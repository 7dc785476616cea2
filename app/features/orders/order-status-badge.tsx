import type { ReactNode } from "react";
import { type PayInStore, unpaidLabel } from "#app/features/payments/pay-in-store.ts";
import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { Row } from "#app/ui/row.tsx";
import textStyles from "#app/ui/text.module.css";
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
        <Row as="h1" gap={3} rowGap={2} align="center">
          {t("Order {number}", { number: order.number })}{" "}
          <OrderStatusBadge status={order.status} payInStore={order.payInStore} />
        </Row>
        <p className={textStyles.soft}>
          <DateTime at={order.placedAt} />
        </p>
      </div>
      {children ? <div className={pageStyles.actions}>{children}</div> : null}
    </div>
  );
}
