import { keepPreviousData } from "@tanstack/react-query";
import { use } from "react";
import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readRows, resultOf } from "#app/platform/reads.ts";
import { useRead } from "#app/platform/use-read.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneAddress, phoneText } from "#app/values/contact.ts";
import { windowText } from "#app/values/window-text.ts";
import styles from "./lost-windows-notice.module.css";

/**
 * Lists the paid orders whose pickup or delivery window is no longer possible with the current hours, closed days,
 * pauses, and weekdays, and offers to email their customers.
 * @param occasion reads the list again when it changes
 */
export function LostWindowsNotice({ occasion }: { occasion: unknown }) {
  const {
    data: orders,
    isError,
    refetch,
  } = useRead(["lost-windows", occasion], () => listLostWindows(getBrowserData()), {
    placeholderData: keepPreviousData,
  });

  if (isError) {
    return <FailedRead text={t("We couldn't check which paid orders this affects.")} onRetry={refetch} />;
  }
  if (!orders || orders.length === 0) return null;
  return <LostWindows orders={orders} onMessaged={() => void refetch()} />;
}

function LostWindows({ orders, onMessaged }: { orders: readonly LostWindow[]; onMessaged: () => void }) {
  const { isBusy, answer, run } = useAttempt();
  const timeZone = use(ShopTimeZone);
  const openCount = orders.filter(({ messagedAt }) => messagedAt === null).length;

  function handleMessage() {
    return run(async () => {
      const count = await messageLostWindows(getBrowserData());
      onMessaged();
      const left = openCount - count;
      return done(
        left > 0
          ? t(
              "{count, plural, one {# email is} other {# emails are}} queued. {left, plural, one {# order has} other {# orders have}} no email address: call them.",
              { count, left },
            )
          : t("{count, plural, one {# email is} other {# emails are}} queued.", { count }),
      );
    });
  }

  return (
    <FormMessage kind="notice">
      <div className={styles.notice}>
        <p>
          <strong>
            {t(
              "{count, plural, one {# paid order has a time that you no longer offer} other {# paid orders have times that you no longer offer}}",
              { count: orders.length },
            )}
          </strong>
        </p>
        <ul className={styles.orders}>
          {orders.map((order) => (
            <li key={order.orderId}>
              <Link to={`/desk/orders/${order.orderId}`}>{t("Order {number}", { number: order.orderNumber })}</Link>,{" "}
              <UserText>{order.customerName ?? t("No name available")}</UserText>,{" "}
              {t("{type, select, pickup {pickup} other {delivery}} {time}", {
                type: order.deliveryType,
                time: windowText(order.window, timeZone),
              })}
              {order.phone ? (
                <>
                  {" · "}
                  <a href={phoneAddress(order.phone)}>
                    <UserText>{phoneText(order.phone)}</UserText>
                  </a>
                </>
              ) : null}
              {order.messagedAt ? nodes(t(" · emailed <time/>"), { time: <DateTime at={order.messagedAt} /> }) : null}
            </li>
          ))}
        </ul>
        <p>{t("Orders keep their times until you or the customer change them on the order page.")}</p>
        {openCount > 0 ? (
          <Button size="small" disabled={isBusy} onClick={handleMessage}>
            {t("{count, plural, =1 {Email this customer} other {Email # customers}}", { count: openCount })}
          </Button>
        ) : null}
        <FormAnswer answer={answer} />
      </div>
    </FormMessage>
  );
}

/** A paid order whose window is no longer possible. */
type LostWindow = Awaited<ReturnType<typeof listLostWindows>>[number];

/** Returns the orders, earliest window first. @throws when they cannot be read */
async function listLostWindows(data: BrowserData) {
  const rows = await readRows(["lost-windows"], () => data.rest.rpc("list_lost_windows"));
  return rows.map((row) => ({
    orderId: row.id,
    orderNumber: row.order_number,
    customerName: row.customer_name,
    /** Empty if the order has no phone number. */
    phone: row.phone,
    deliveryType: row.delivery_type,
    window: { startsAt: row.window_starts_at, endsAt: row.window_ends_at },
    /** When the customer was emailed about this window, ISO 8601; null if they were not. */
    messagedAt: row.messaged_at,
  }));
}

/**
 * Emails the customers who were not emailed yet.
 * @returns the number of queued emails
 * @throws when none could be queued
 */
async function messageLostWindows(data: BrowserData): Promise<number> {
  return resultOf(await data.rest.rpc("message_lost_windows"));
}
