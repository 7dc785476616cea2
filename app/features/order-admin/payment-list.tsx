import type { Payment, PaymentMethod, PaymentPurpose } from "#app/features/orders/order-money.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { Money } from "#app/ui/money.tsx";
import styles from "./payment-list.module.css";

const PURPOSES: Record<PaymentPurpose, string> = {
  order: "Paid the order",
  tender: "Paid a part of the order",
  delivery_fee: "Paid the delivery fee",
  duplicate: "Paid twice: will be refunded",
  cancelled_order: "Received after cancellation: will be refunded",
  withdrawn_fee: "Received for a changed or withdrawn delivery fee: will be refunded",
  mismatch: "Wrong amount: refund it in the payment provider's dashboard",
  unknown_order: "No matching order",
};

/** Names of payment methods in the store, which have no name at the payment provider. */
const METHODS: Partial<Record<PaymentMethod, string>> = {
  store_cash: "in cash, in the store",
  store_card: "by card, in the store",
  store_ebt: "by SNAP EBT, in the store",
};

/** Payments with their purpose and their refunds. */
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
                ? "Held for the order"
                : PURPOSES[isSplit && payment.purpose === "order" ? "tender" : payment.purpose]}
            </span>
          </p>
          <p className={styles.facts}>
            <DateTime at={payment.receivedAt} />
            {payment.capturedCents === null ? null : (
              <>
                {" · "}
                <Money cents={payment.capturedCents} /> charged
              </>
            )}
            {refundedCents(payment) > 0 ? (
              <>
                {" · "}
                <Money cents={refundedCents(payment)} /> refunded
              </>
            ) : null}
            {" · "}
            {METHODS[payment.method] ?? payment.intentId}
            {payment.cashReceivedCents === null ? null : (
              <>
                {" · "}
                <Money cents={payment.cashReceivedCents} /> received,{" "}
                <Money cents={payment.cashReceivedCents - payment.amountCents} /> change
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Returns the cents that were sent back, without the part of a hold that was never charged. */
function refundedCents({ amountCents, capturedCents, refundedCents: cents }: Payment): number {
  return capturedCents === null ? cents : cents - (amountCents - capturedCents);
}
