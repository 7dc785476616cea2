import type { Payment, PaymentPurpose } from "#app/features/orders/order-money.ts";
import type { PaymentMethod } from "#app/features/payments/tenders.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { Money } from "#app/ui/money.tsx";
import styles from "./staff-order-page.module.css";

const purposes = (): Record<PaymentPurpose, string> => ({
  order: t("Paid the order"),
  tender: t("Paid a part of the order"),
  delivery_fee: t("Paid the delivery fee"),
  duplicate: t("Paid twice: will be refunded"),
  cancelled_order: t("Received after cancellation: will be refunded"),
  withdrawn_fee: t("Received for a changed or withdrawn delivery fee: will be refunded"),
  mismatch: t("Wrong amount: refund it in the payment provider's dashboard"),
  unknown_order: t("No matching order"),
});

/** Labels of payment methods in the store, which the payment provider has no names for. */
const methods = (): Partial<Record<PaymentMethod, string>> => ({
  store_cash: t("in cash, in the store"),
  store_card: t("by card, in the store"),
  store_ebt: t("by SNAP EBT, in the store"),
});

/** Lists payments with their purpose and their refunds. */
export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  const isSplit = payments.some(({ purpose }) => purpose === "tender");
  return (
    <ul className={styles.payments}>
      {payments.map((payment) => (
        <li key={payment.intentId}>
          <p>
            <strong>
              <Money cents={payment.amountCents} />
            </strong>{" "}
            <span data-purpose={payment.purpose}>
              {payment.isHeld && payment.purpose === "order"
                ? t("Held for the order")
                : purposes()[isSplit && payment.purpose === "order" ? "tender" : payment.purpose]}
            </span>
          </p>
          <p className={denseStyles.metaWrapped}>
            <DateTime at={payment.receivedAt} />
            {payment.capturedCents === null ? null : (
              <> {nodes(t("· <price/> charged"), { price: <Money cents={payment.capturedCents} /> })}</>
            )}
            {refundedCents(payment) > 0 ? (
              <> {nodes(t("· <price/> refunded"), { price: <Money cents={refundedCents(payment)} /> })}</>
            ) : null}
            {" · "}
            {methods()[payment.method] ?? payment.intentId}
            {payment.cashReceivedCents === null ? null : (
              <>
                {" "}
                {nodes(t("· <received/> received, <change/> change"), {
                  received: <Money cents={payment.cashReceivedCents} />,
                  change: <Money cents={payment.cashReceivedCents - payment.amountCents} />,
                })}
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Returns the refunded cents, without the part of a hold that was never charged. */
function refundedCents({ amountCents, capturedCents, refundedCents: cents }: Payment): number {
  return capturedCents === null ? cents : cents - (amountCents - capturedCents);
}
