import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { hasSessionEnded } from "#app/features/account/session-end.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { holdText } from "#app/features/orders/order-money.ts";
import { isPaid as hasBeenPaid, orderStatusLabel } from "#app/features/orders/order-status.ts";
import { usePaidOrder } from "#app/features/orders/use-paid-order.ts";
import { usePayInStoreText } from "#app/features/payments/use-pay-in-store-text.ts";
import { HandoverDetails } from "#app/features/store/handover-details.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { FormMessage } from "#app/ui/form-message.tsx";
import { linked } from "#app/ui/linked.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row } from "#app/ui/row.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { readStored, writeStored } from "#app/values/device-storage.ts";
import { moneyText } from "#app/values/money.ts";
import { SummaryWithDelivery } from "./checkout-frame.tsx";
import styles from "./payment-outcome.module.css";
import { removePaidOrder } from "./refill-cart.ts";

/** Payment result according to the server, and the order. */
export function PaymentOutcome({ order: initial }: { order: OrderWithLines }) {
  const { order, isSlow } = usePaidOrder(initial);
  const { revalidate } = useRevalidator();
  const { status } = order;
  const isPaid = hasBeenPaid(status);
  const isHeld = order.heldCents > 0;
  const bringText = usePayInStoreText(order.payInStore);

  // Shows the toast once per order, which sessionStorage records.
  useEffect(() => {
    if (!isPaid || !isFirstSightOfPayment(order.id)) return;
    showToast({ kind: "success", text: isHeld ? t("Order placed") : t("Payment Successful!") });
  }, [isPaid, isHeld, order.id]);

  // Removes the paid order's lines from the cart on this device.
  useEffect(() => {
    if (isPaid || bringText !== null) removePaidOrder(order);
  }, [isPaid, bringText, order]);

  useEffect(() => {
    if (!isSlow) return;
    // Without a session the order cannot be read; reloading the page's data redirects to the login and back.
    void hasSessionEnded(getBrowserData()).then((isOver) => (isOver ? revalidate() : undefined));
  }, [isSlow, revalidate]);

  return (
    <>
      {isPaid ? (
        <>
          <div className={styles.paid}>
            <Sankofa />
            <h1>{isHeld ? t("Order placed") : t("Payment Successful")}</h1>
          </div>
          {isHeld ? <p>{holdText(order.heldCents)}</p> : null}
        </>
      ) : bringText !== null ? (
        <>
          <h1>{t("Order placed")}</h1>
          <FormMessage kind="notice">{bringText}</FormMessage>
        </>
      ) : status === "pending" ? (
        <>
          <h1>{t("Your order")}</h1>
          <Spinner label={t("Confirming your payment…")} />
          {isSlow ? (
            <FormMessage kind="notice">
              {linked(
                t(
                  "This is taking longer than usual. Wait here or come back later. If your payment didn't go through, <link>try again</link>.",
                ),
                `/checkout/${order.id}`,
              )}
            </FormMessage>
          ) : null}
        </>
      ) : (
        <>
          <h1>{t("Order {status}", { status: orderStatusLabel(status).toLowerCase() })}</h1>
          <FormMessage kind="notice">{endedText(order)}</FormMessage>
        </>
      )}
      <Panel>
        <p className={styles.number}>{nodes(t("Order <number/>"), { number: <strong>{order.number}</strong> })}</p>
        <p className={denseStyles.metaWrapped}>{t("Order ID: {id}", { id: order.id })}</p>
        {isPaid ? (
          <>
            <p>
              {order.deliveryType === "delivery"
                ? t("We'll email you when it's on its way.")
                : t("We'll email you when it's ready for pickup.")}
            </p>
            <HandoverDetails order={{ ...order, isDelivery: order.deliveryType === "delivery" }} />
          </>
        ) : null}
        {bringText !== null ? <HandoverDetails order={{ ...order, isDelivery: false }} /> : null}
      </Panel>
      <Panel>
        <h2>{t("Order summary")}</h2>
        <SummaryWithDelivery order={order} />
      </Panel>
      <Row as="nav" gap={3} aria-label={t("Next steps")}>
        <ButtonLink to="/home">{t("Continue shopping")}</ButtonLink>
        <ButtonLink to={`/orders/${order.id}`} variation="secondary">
          {t("View order")}
        </ButtonLink>
        <ButtonLink to="/auth" variation="secondary">
          {t("My Orders")}
        </ButtonLink>
      </Row>
    </>
  );
}

/** Returns why the order has ended, and what happened to the payment. */
function endedText(order: OrderWithLines): string {
  if (order.status === "refund_failed") return t("We couldn't send your refund yet. We'll contact you about it.");
  if (order.status === "refunded" && order.paidCents > 0) return t("We refunded your full payment.");
  if (order.cancelReason === "withdrawn" && order.paidCents === 0)
    return t("This order was moved back to your cart or replaced before payment. You were not charged.");
  if (order.cancelReason === "sold_out" && order.heldCents === 0 && order.paidCents > 0)
    return t("An item sold out while you paid, so we canceled the order. We are refunding {price} to your card.", {
      price: moneyText(order.paidCents),
    });
  if (order.heldCents > 0 || order.status === "refunded")
    return t("You were not charged. Your bank may take a few days to end the hold on your card.");
  if (order.paidCents > 0) return t("We are refunding {price} to your card.", { price: moneyText(order.paidCents) });
  return t("You were not charged. If a payment still arrives, we refund it to your card.");
}

/** Sankofa, the Akan sign for "go back and fetch it": a bird that looks back at the egg it carries. */
function Sankofa() {
  return (
    <svg className={styles.mark} viewBox="0 0 48 48" aria-hidden="true">
      <path d="M30 8c-6 0-10 4-10 9 0 2 .6 3.8 1.8 5.2C13 24 8 29 8 35c0 3 2 5 6 5h16c7 0 11-5 11-11 0-7-6-10-12-9.500-3 0-4.500-1.500-4.500-3.500S26.500 13 29 13h5l4-3-4-2h-4Z" />
      <circle cx="38" cy="15.500" r="2.600" />
      <path d="M18 40v4M26 40v4" />
    </svg>
  );
}

/**
 * Returns whether this browser shows the payment for the first time, so that the toast appears once, not after every
 * reload.
 */
function isFirstSightOfPayment(orderId: string): boolean {
  const key = `paid:${orderId}`;
  if (readStored(key, "session")) return false;
  writeStored(key, "seen", "session");
  return true;
}
