import { type ReactNode, use } from "react";
import { dueText } from "#app/features/payments/pay-in-store.ts";
import { t } from "#app/messages/t.ts";
import { Money } from "#app/ui/money.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { windowText } from "#app/values/window-text.ts";
import { addedSums, type OrderWithLines, wholeTotalCents } from "./order.ts";
import type { OrderLine } from "./order-line.ts";
import { OrderLines } from "./order-lines.tsx";
import { Sum } from "./order-money-sums.tsx";
import styles from "./order-summary.module.css";

/**
 * Products of an order with the order's amounts.
 * @param lineTools staff controls, which replace each line's list of substitutions
 * @param children note about delivery
 */
export function OrderSummary({
  order,
  lineTools,
  unpaidChanges = [],
  children,
}: {
  order: OrderWithLines;
  lineTools?: (line: OrderLine) => ReactNode;
  /** Items replaced or removed before the customer paid in the store. */
  unpaidChanges?: readonly string[];
  children?: ReactNode;
}) {
  const timeZone = use(ShopTimeZone);
  return (
    <Stack gap={4}>
      <OrderLines lines={order.lines} wasHeld={order.wasHeld} lineTools={lineTools} />
      <dl className={styles.sums}>
        {addedSums(order).map(({ name, price }) => (
          <Sum key={name} name={name} price={price} />
        ))}
        <Sum name={t("Total")} price={<Money cents={wholeTotalCents(order)} />} kind="total" />
        {order.payInStore && order.payInStore.dueCents !== order.totalCents ? (
          <Sum name={t("To pay in the store")} price={dueText(order.payInStore)} />
        ) : null}
      </dl>
      {unpaidChanges.length > 0 ? (
        <div className={styles.note}>
          <p>{t("Changed before the payment:")}</p>
          <ul>
            {unpaidChanges.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {order.window ? (
        <p className={styles.place}>
          <strong>{order.deliveryType === "delivery" ? t("Delivery:") : t("Pickup:")}</strong>{" "}
          {windowText(order.window, timeZone)}
        </p>
      ) : null}
      {order.deliveryAddress !== "" ? (
        <p className={styles.place}>
          <strong>{t("Deliver to:")}</strong> <UserText>{order.deliveryAddress}</UserText>,{" "}
          <UserText>{order.deliveryPhoneNumber}</UserText>
        </p>
      ) : null}
      {order.deliveryPlace.driverNote ? (
        <p className={styles.place}>
          <strong>{t("For the driver:")}</strong> <UserText>{order.deliveryPlace.driverNote}</UserText>
        </p>
      ) : null}
      {children ? <p className={styles.note}>{children}</p> : null}
    </Stack>
  );
}
