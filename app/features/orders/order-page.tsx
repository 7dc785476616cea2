import type { ReactNode } from "react";
import { BackButton } from "#app/ui/back-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { type OrderWithLines, orderNumber } from "./order.ts";
import type { OrderStep } from "./order-history.ts";
import styles from "./order-page.module.css";
import { OrderStatusBadge } from "./order-status-badge.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { OrderTimeline } from "./order-timeline.tsx";

/** Everything about one order; its children are what else is known, such as who pays. */
export function OrderPage({
  order,
  steps,
  children,
}: {
  order: OrderWithLines;
  steps: readonly OrderStep[];
  children?: ReactNode;
}) {
  const canBePaid = order.status === "pending" && order.lines.length > 0;
  return (
    <>
      <BackButton fallback="/auth" label="Back to the orders" />
      <div className={styles.head}>
        <div>
          <h1 className={styles.title}>
            Order {orderNumber(order.id)} <OrderStatusBadge status={order.status} />
          </h1>
          <p className={styles.date}>
            <DateTime at={order.placedAt} />
          </p>
        </div>
        {canBePaid ? (
          <ButtonLink to={`/checkout/${order.id}`} size="large">
            Pay now
          </ButtonLink>
        ) : null}
      </div>
      <div className={styles.columns}>
        <Panel>
          <h2 className={styles.heading}>Order summary</h2>
          <OrderSummary order={order} />
        </Panel>
        <div className={styles.aside}>
          <Panel>
            <h2 className={styles.heading}>Status</h2>
            <OrderTimeline steps={steps} deliveryType={order.deliveryType} />
          </Panel>
          {children}
        </div>
      </div>
      <p className={styles.id}>Order id: {order.id}</p>
    </>
  );
}
