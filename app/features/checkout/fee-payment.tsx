import { useState } from "react";
import { feeDueCents } from "#app/features/orders/delivery-fee.ts";
import { FeeSums } from "#app/features/orders/delivery-fee-notice.tsx";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { findOrder } from "#app/features/orders/order-queries.ts";
import { useIsSlow } from "#app/features/orders/use-paid-order.ts";
import { CardPaymentProvider } from "#app/features/payments/card-payment.tsx";
import { requestFeePayment } from "#app/features/payments/request-payment.ts";
import type { SavedCards } from "#app/features/payments/saved-cards.ts";
import { TestCardsHint } from "#app/features/payments/test-payments-note.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { usePolledQuery } from "#app/platform/use-polled-query.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { BillingDetails } from "./billing.ts";
import { PaymentForm } from "./payment-form.tsx";

const PAUSE_MS = 1000;

/** Delivery fee of a paid order: purpose, card form, and confirmation. */
export function FeePayment({
  order: initial,
  billing,
  savedCards,
}: {
  order: OrderWithLines;
  /** Null if the order has none; the bank then receives no name. */
  billing: BillingDetails | null;
  savedCards: SavedCards | null;
}) {
  const [isSent, setSent] = useState(false);
  const isSlow = useIsSlow(isSent);
  const order = usePolledQuery(
    ["delivery-fee", initial.id],
    initial,
    async () => (await findOrder(getBrowserData(), initial.id)) ?? initial,
    ({ deliveryFee }) => isSent && feeDueCents(deliveryFee) > 0,
    () => PAUSE_MS,
  );
  const { deliveryFee: fee } = order;
  const toOrder = (
    <ButtonLink to={`/orders/${order.id}`} variation="secondary">
      {t("Back to order")}
    </ButtonLink>
  );
  if (!fee || fee.isPaid || fee.amountCents === 0) {
    return (
      <>
        <FormMessage kind={fee?.isPaid ? "success" : "notice"}>
          {fee?.isPaid
            ? t("Thank you. The delivery fee of order {number} is paid.", { number: order.number })
            : t("Order {number} has no delivery fee to pay.", { number: order.number })}
        </FormMessage>
        {toOrder}
      </>
    );
  }
  if (isSent) {
    return (
      <>
        <Spinner label={t("Confirming your payment…")} />
        {isSlow ? (
          <>
            <FormMessage kind="notice">
              {t("This is taking longer than usual. You can wait here. If your payment didn't go through, try again.")}
            </FormMessage>
            <Button onClick={() => setSent(false)}>{t("Try again")}</Button>
          </>
        ) : null}
        {toOrder}
      </>
    );
  }
  return (
    <>
      <Panel>
        <p>{t("Delivery fee for order {number}, as agreed with our team.", { number: order.number })}</p>
        <FeeSums fee={fee} />
        <h2>{t("Card payment")}</h2>
        <CardPaymentProvider>
          <PaymentForm
            orderId={order.id}
            totalCents={feeDueCents(fee)}
            billing={billing}
            savedCards={savedCards}
            returnPath={`/orders/${order.id}`}
            request={(data, savesCard) => requestFeePayment(data, order.id, savesCard)}
            onPaid={() => setSent(true)}
          />
        </CardPaymentProvider>
        <TestCardsHint />
      </Panel>
      {toOrder}
    </>
  );
}
