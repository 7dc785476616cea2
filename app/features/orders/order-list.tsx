import { type ReactNode, use, useState } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useRead } from "#app/platform/use-read.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Money } from "#app/ui/money.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { errorText } from "#app/values/error-text.ts";
import { windowText } from "#app/values/window-text.ts";
import { feeStateText } from "./delivery-fee.ts";
import { type Order, wholeTotalCents } from "./order.ts";
import { OrderLines } from "./order-lines.tsx";
import styles from "./order-list.module.css";
import { listOrderLines } from "./order-queries.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";

/**
 * Orders as cards, each with total, status, date, customer, expandable lines, and a link to its page.
 * @param basePath path of the order pages, without the id
 */
export function OrderList({
  orders,
  basePath = "/orders",
  actions,
}: {
  orders: readonly Order[];
  basePath?: "/orders" | "/desk/orders";
  actions?: (order: Order) => ReactNode;
}) {
  return (
    <Stack as="ul" gap={4}>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} path={`${basePath}/${order.id}`}>
            {actions?.(order)}
          </OrderCard>
        </li>
      ))}
    </Stack>
  );
}

function OrderCard({ order, path, children }: { order: Order; path: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const { number } = order;
  const timeZone = use(ShopTimeZone);

  return (
    <article className={styles.card} aria-label={t("Order {number}", { number })}>
      <Row gap={4} rowGap={2} align="center" justify="between">
        <Link to={path} className={styles.number} title={order.id}>
          {t("Order {number}", { number })}
        </Link>
        <OrderStatusBadge status={order.status} payInStore={order.payInStore} />
      </Row>
      <dl className={styles.facts}>
        <Fact name={t("Customer")}>
          <UserText>{order.customerName ?? t("No name available")}</UserText>
        </Fact>
        <Fact name={t("Date")}>
          <DateTime at={order.placedAt} />
        </Fact>
        <Fact name={order.deliveryType === "delivery" ? t("Delivery to") : t("Pickup")}>
          {order.deliveryType === "delivery" ? (
            <>
              <UserText>{order.deliveryAddress}</UserText>, <UserText>{order.deliveryPhoneNumber}</UserText>
              {order.deliveryFee || order.isDeliveryIncluded ? null : ` ${t("(delivery not included)")}`}
            </>
          ) : (
            t("In the store")
          )}
        </Fact>
        {order.deliveryFee ? <Fact name={t("Delivery fee")}>{feeStateText(order)}</Fact> : null}
        {order.window ? <Fact name={t("Time")}>{windowText(order.window, timeZone)}</Fact> : null}
        {order.discountCents > 0 ? (
          <Fact name={t("Discount")}>
            <Money cents={-order.discountCents} />
          </Fact>
        ) : null}
        {order.taxCents > 0 ? (
          <Fact name={t("Sales tax")}>
            <Money cents={order.taxCents} />
          </Fact>
        ) : null}
        <Fact name={t("Total")}>
          <span className={styles.total}>
            <Money cents={wholeTotalCents(order)} />
          </span>
        </Fact>
      </dl>
      <Row gap={2}>
        {children}
        <SmallButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {partlyHidden(
            isOpen
              ? t("Hide details<hidden> of order {number}</hidden>", { number })
              : t("View details<hidden> of order {number}</hidden>", { number }),
          )}
        </SmallButton>
      </Row>
      {isOpen ? <OrderDetails orderId={order.id} /> : null}
    </article>
  );
}

function OrderDetails({ orderId }: { orderId: string }) {
  const { data: lines, error } = useRead(["order-details", orderId], () =>
    listOrderLines(getBrowserData(), orderId).catch((reason: unknown) => {
      showToast({ kind: "error", text: t("Error fetching order items") });
      throw reason;
    }),
  );
  if (lines) return <OrderLines lines={lines} />;
  return error ? (
    <FormMessage>{t("Error: {message}", { message: errorText(error) })}</FormMessage>
  ) : (
    <Spinner label={t("Loading order details...")} />
  );
}

/** @param actions returns the buttons of an order's card */
export function MyOrders({
  orders,
  actions,
}: {
  orders: PageOf<Order> | { error: string };
  actions: (order: Order) => ReactNode;
}) {
  return (
    <Stack as="section" gap={5} aria-labelledby="my-orders-title">
      <h2 id="my-orders-title">{t("My Orders")}</h2>
      {"error" in orders ? (
        <FormMessage>{orders.error}</FormMessage>
      ) : orders.totalCount === 0 ? (
        <p>{t("You do not have any orders yet")}</p>
      ) : (
        <>
          <OrderList orders={orders.items} actions={actions} />
          <Pagination path="/auth" pageIndex={orders.pageIndex} pageCount={orders.pageCount} />
        </>
      )}
    </Stack>
  );
}
