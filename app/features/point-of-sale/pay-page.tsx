import { useState } from "react";
import type { LinkedOrder } from "#app/features/orders/linked-order.ts";
import { isCanceled } from "#app/features/orders/order-status.ts";
import { OrderSummary } from "#app/features/orders/order-summary.tsx";
import { useIsSlow } from "#app/features/orders/use-paid-order.ts";
import { CardPaymentProvider } from "#app/features/payments/card-payment.tsx";
import { TestCardsHint, TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { refreshPolled, usePolledQuery } from "#app/platform/use-polled-query.ts";
import { Button } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import { moneyText } from "#app/values/money.ts";
import { PayForm } from "./pay-form.tsx";
import { readOrderToPay } from "./pay-link.ts";

const FAST_MS = 1000;

/** Page on which a customer pays by card for an order that staff created. */
export function PayPage({ linked, token }: { linked: LinkedOrder; token: string }) {
  const [hasPaid, setPaid] = useState(false);
  const isSlow = useIsSlow(hasPaid);
  const { phone } = useStoreSettings();
  const { order } = usePolledQuery(
    ["order-to-pay", token],
    linked,
    () => readOrderToPay(token),
    ({ order }) => order.status === "pending",
    () => (hasPaid ? FAST_MS : 5 * FAST_MS),
  );
  const total = moneyText(order.totalCents);
  return (
    <>
      <h1>{t("Pay order {number}", { number: order.number })}</h1>
      {order.status === "pending" ? <TestPaymentsNote /> : null}
      <Panel>
        <h2>{t("Order summary")}</h2>
        <OrderSummary order={order} />
      </Panel>
      {order.status === "pending" && !hasPaid ? (
        <Panel>
          <h2>{t("Card payment")}</h2>
          <CardPaymentProvider>
            <PayForm
              token={token}
              totalCents={order.totalCents}
              onPaid={() => {
                setPaid(true);
                void refreshPolled();
              }}
            />
          </CardPaymentProvider>
          <TestCardsHint />
        </Panel>
      ) : null}
      {order.status === "pending" && hasPaid ? (
        <FormMessage kind="information">{t("We are confirming your payment.")}</FormMessage>
      ) : null}
      {order.status === "pending" && isSlow ? (
        <>
          <p>
            {t("This is taking longer than usual. You can wait here. If your payment didn't go through, try again.")}
          </p>
          <Button onClick={() => setPaid(false)}>{t("Try again")}</Button>
        </>
      ) : null}
      {isCanceled(order.status) ? (
        <FormMessage kind="information">{t("This order is canceled. You have nothing to pay.")}</FormMessage>
      ) : null}
      {order.status !== "pending" && !isCanceled(order.status) ? (
        <FormMessage kind="success">
          {t("Order {number} is paid: {total}. Thank you.", { number: order.number, total })}
        </FormMessage>
      ) : null}
      <p>{nodes(t("Is something wrong? Call us: <phone/>."), { phone: <a href={phoneAddress(phone)}>{phone}</a> })}</p>
    </>
  );
}
