import { useState } from "react";
import { Link } from "react-router";
import { OrderStatusBadge } from "#app/features/orders/order-status-badge.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Money } from "#app/ui/money.tsx";
import textStyles from "#app/ui/text.module.css";
import { useAttempt } from "#app/ui/use-attempt.ts";
import styles from "./customer-page.module.css";
import { type CustomerOrder, listCustomerOrders, ORDERS_PER_PAGE } from "./customer-queries.ts";

/**
 * Orders of a customer, latest first; older ones load on demand.
 * @param props.first latest orders
 */
export function CustomerOrders({ customerId, first }: { customerId: string; first: readonly CustomerOrder[] }) {
  const [older, setOlder] = useState<readonly CustomerOrder[]>([]);
  const [hasMore, setHasMore] = useState(first.length === ORDERS_PER_PAGE);
  const { isBusy, answer, run } = useAttempt();
  const orders = [...first, ...older.filter(({ id }) => !first.some((order) => order.id === id))];

  function handleMore() {
    return run(async () => {
      const found = await listCustomerOrders(getBrowserData(), customerId, orders.at(-1) ?? null);
      setOlder([...older, ...found]);
      setHasMore(found.length === ORDERS_PER_PAGE);
    });
  }

  if (orders.length === 0) return <p>{t("No orders yet.")}</p>;
  return (
    <>
      <ul aria-label={t("Orders")}>
        {orders.map((order) => (
          <li key={order.id} className={styles.order}>
            <Link to={`/desk/orders/${order.id}`} className={styles.number}>
              {t("Order {number}", { number: order.number })}
            </Link>
            <OrderStatusBadge status={order.status} />
            <span className={textStyles.meta}>
              {nodes(
                t(
                  "<time/>, {type, select, delivery {delivery} other {pickup}}{isCounter, select, yes {, point of sale} other {}}",
                  { type: order.isDelivery ? "delivery" : "pickup", isCounter: order.isPointOfSale ? "yes" : "no" },
                ),
                { time: <DateTime at={order.placedAt} /> },
              )}
            </span>
            <span className={styles.total}>
              <Money cents={order.totalCents} />
              {order.refundedCents > 0 ? (
                <span className={textStyles.meta}>
                  {nodes(t("<price/> refunded"), { price: <Money cents={order.refundedCents} /> })}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <FormAnswer answer={answer} />
      {hasMore ? (
        <Button variation="secondary" disabled={isBusy} onClick={handleMore} isNarrow>
          {isBusy ? t("Loading orders...") : t("Show more orders")}
        </Button>
      ) : null}
    </>
  );
}
