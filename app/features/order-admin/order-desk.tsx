import { useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { MissingLines } from "#app/features/desk/missing-lines.tsx";
import { CancelOrderButton } from "#app/features/orders/cancel-order-button.tsx";
import { focusNextStep } from "#app/features/orders/focus-next-step.ts";
import type { OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { leftToRefundCents } from "#app/features/orders/order-money.ts";
import { isCanceled, isPackable, movesOf, type OrderStatus } from "#app/features/orders/order-status.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import { DeliveryFeeForm } from "./delivery-fee-form.tsx";
import { MailList } from "./mail-list.tsx";
import { moveOrder } from "./move-order.ts";
import styles from "./order-desk.module.css";
import type { OrderMail } from "./order-mails.ts";
import { PaymentList } from "./payment-list.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

/** Staff's part of an order page: next step, payments, and contact details. */
export function OrderDesk({
  record,
  contact,
  mails,
  isManaging,
  onChanged,
}: {
  record: OrderDetails;
  contact: OrderContact;
  mails: readonly OrderMail[];
  /** Packers see neither payments nor mails. */
  isManaging: boolean;
  onChanged: () => Promise<void>;
}) {
  const { order, payments } = record;
  return (
    <section aria-labelledby="desk-title">
      <Panel>
        <h2 id="desk-title" className={styles.title}>
          For staff
        </h2>
        <DeskActions record={record} onChanged={onChanged} />
        {order.paidCents > 0 ? <DeliveryFeeForm order={order} isManaging={isManaging} onChanged={onChanged} /> : null}
        {isPackable(order.status) ? <MissingLines order={order} phones={contact.phones} onChanged={onChanged} /> : null}
        <div className={styles.columns}>
          <div>
            <h3 className={styles.heading}>Customer</h3>
            <p>
              <UserText>{order.customerName ?? contact.name ?? "No name available"}</UserText>
            </p>
            {contact.phones.map((phone) => (
              <p key={phone}>
                <a href={phoneAddress(phone)}>
                  <UserText>{phone}</UserText>
                </a>
              </p>
            ))}
            {contact.email ? (
              <p>
                <a href={`mailto:${contact.email}`}>{contact.email}</a>
              </p>
            ) : null}
          </div>
          {isManaging ? (
            <>
              <div>
                <h3 className={styles.heading}>Payments</h3>
                {payments.length > 0 ? <PaymentList payments={payments} /> : <p>No payments yet.</p>}
                {owesInStore(record) ? (
                  <p>
                    <Link to="/desk/new-order">A refund is due in the store.</Link>
                  </p>
                ) : null}
              </div>
              <div>
                <h3 className={styles.heading}>Emails</h3>
                {mails.length > 0 ? (
                  <MailList mails={mails} onChanged={onChanged} />
                ) : (
                  <p>No emails about this order yet.</p>
                )}
              </div>
            </>
          ) : null}
        </div>
      </Panel>
    </section>
  );
}

/** The payment provider gives nothing back of what was paid in the store: people do. */
function owesInStore({ payments, refunds }: OrderDetails): boolean {
  return refunds.some(
    ({ status, intentId }) =>
      status === "requested" && payments.some((payment) => payment.intentId === intentId && payment.method !== "card"),
  );
}

/** Contact details of the customer. */
export interface OrderContact {
  name: string | null;
  email: string | null;
  phones: readonly string[];
}

function DeskActions({ record, onChanged }: { record: OrderDetails; onChanged: () => Promise<void> }) {
  const { order } = record;
  const { isBusy, run } = useAttempt();
  const [isRefunding, setRefunding] = useState(false);
  const moves = movesOf(order, "admin");
  const leftCents = leftToRefundCents(record);

  async function handleMove(to: OrderStatus) {
    await run(async () => {
      const result = await moveOrder(getBrowserData(), order.id, to);
      await onChanged();
      if (result.kind === "rejected") showToast({ kind: "error", text: result.message });
      return null;
    });
    focusNextStep();
  }

  function handleRefundClosed() {
    flushSync(() => setRefunding(false));
    focusNextStep();
  }

  return (
    <div className={styles.actions}>
      {moves
        .filter((to) => !isCanceled(to))
        .map((to) => (
          // The same element serves the next step, so that the keyboard focus stays.
          <Button key="move" aria-disabled={isBusy} onClick={() => (isBusy ? undefined : handleMove(to))}>
            {MOVE_LABELS[to]}
          </Button>
        ))}
      {leftCents > 0 ? (
        <Button variation="secondary" onClick={() => setRefunding(true)}>
          Refund
        </Button>
      ) : null}
      {moves.includes("cancelled") ? (
        <CancelOrderButton
          order={order}
          refundableCents={leftCents}
          isForShop
          isPaidInStore={record.payments.some(({ method }) => method !== "card")}
          onCancelled={onChanged}
        />
      ) : null}
      {moves.length === 0 && leftCents === 0 ? <p>This order needs no further steps.</p> : null}
      {isRefunding ? <RefundDialog record={record} onClose={handleRefundClosed} onRefunded={onChanged} /> : null}
    </div>
  );
}

const MOVE_LABELS: Partial<Record<OrderStatus, string>> = {
  preparing: "Start preparing",
  ready: "Ready for pickup",
  out_for_delivery: "Out for delivery",
  completed: "Completed",
};
