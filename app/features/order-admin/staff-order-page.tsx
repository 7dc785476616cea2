import { type ReactNode, use } from "react";
import { Link } from "react-router";
import { LineMissing } from "#app/features/desk/line-missing.tsx";
import { unavailableLine } from "#app/features/desk/missing-units.ts";
import { NEXT_STEP_ID, nextStepText } from "#app/features/orders/next-step.ts";
import type { OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { holdSums, isHoldKnown, isPaidInStore } from "#app/features/orders/order-money.ts";
import { OrderMoney } from "#app/features/orders/order-money-sums.tsx";
import { OrderPreferences } from "#app/features/orders/order-preferences.tsx";
import { isPackable } from "#app/features/orders/order-status.ts";
import { OrderHead } from "#app/features/orders/order-status-badge.tsx";
import { takeTextOf } from "#app/features/orders/order-steps.ts";
import { OrderSummary } from "#app/features/orders/order-summary.tsx";
import { OrderTimeline } from "#app/features/orders/order-timeline.tsx";
import { RefundList } from "#app/features/orders/refund-list.tsx";
import { usePayInStoreText } from "#app/features/payments/use-pay-in-store-text.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { refreshPolled } from "#app/platform/use-polled-query.ts";
import denseStyles from "#app/ui/dense-text.module.css";
import { FormMessage } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { CustomerDetails, type OrderContact } from "./customer-details.tsx";
import { DeliveryFeeForm } from "./delivery-fee-form.tsx";
import { MessageList } from "./message-list.tsx";
import type { OrderMessage } from "./order-messages.ts";
import { PaymentList } from "./payment-list.tsx";
import { StaffOrderActions } from "./staff-order-actions.tsx";
import styles from "./staff-order-page.module.css";
import { withStoredReason } from "./stored-reason.ts";

/** Order page for staff: items, payments, customer, time, status, and messages. */
export function StaffOrderPage({
  record,
  contact,
  mails,
  texts,
  isManaging,
  time,
  deliveryNote,
  children,
}: {
  record: OrderDetails;
  contact: OrderContact;
  mails: readonly OrderMessage[];
  texts: readonly OrderMessage[];
  /** Packers see neither payments nor messages. */
  isManaging: boolean;
  /** Pickup or delivery time; null without one. */
  time: ReactNode;
  /** Delivery terms if delivery is not included; null otherwise. */
  deliveryNote: string | null;
  /** Further panels, such as the photo of the delivery. */
  children?: ReactNode;
}) {
  const { order, payments, refunds, steps, stopsBefore } = record;
  const hold = holdSums(payments, refunds);
  // "Authorized" also applies to a card that was charged later.
  const mayBeHeld = !isHoldKnown(order, payments) || hold.heldCents > 0;
  const timeZone = use(ShopTimeZone);
  const bringText = usePayInStoreText(order.payInStore);
  return (
    <>
      <OrderHead order={order} />
      {order.payInStore ? (
        <FormMessage kind="notice">
          {nodes(
            t("<amount/> before you hand it over. It is held until {time}.", {
              time: dateTimeText(order.payInStore.payBy, timeZone),
            }),
            { amount: <strong>{takeTextOf({ ...order.payInStore, unpaidCents: order.payInStore.dueCents })}</strong> },
          )}
        </FormMessage>
      ) : null}
      <StaffOrderActions record={record} isManaging={isManaging} />
      {/* Shown first, because packers need it first. */}
      <OrderPreferences order={order} isForShop isOwner={false} />
      <div className={styles.columns}>
        <MoneyColumn record={record} phones={contact.phones} isManaging={isManaging} deliveryNote={deliveryNote} />
        <div className={styles.column}>
          <PanelSection title={t("Customer")}>
            <CustomerDetails name={order.customerName ?? contact.name} contact={contact} />
          </PanelSection>
          {time}
          <PanelSection title={t("Status")}>
            <OrderTimeline
              steps={steps}
              deliveryType={order.deliveryType}
              showsNames
              wasHeld={mayBeHeld || hold.releasedCents > 0}
            />
            <section className={styles.message} aria-labelledby={NEXT_STEP_ID}>
              <h3 id={NEXT_STEP_ID} tabIndex={-1} className={styles.heading}>
                {t("What the customer sees")}
              </h3>
              {/* Announced when the status changes while the page is open. */}
              <p role="status">
                {nextStepText({
                  ...order,
                  refunds,
                  isPaidInStore: isPaidInStore(payments),
                  isHeld: mayBeHeld,
                  stopsBefore,
                  payInStoreText: bringText,
                })}
              </p>
            </section>
          </PanelSection>
          {children}
          {isManaging ? (
            <PanelSection title={t("Emails")}>
              {mails.length > 0 ? (
                <MessageList messages={mails} onChanged={refreshPolled} />
              ) : (
                <p>{t("No emails about this order yet.")}</p>
              )}
            </PanelSection>
          ) : null}
          {texts.length > 0 ? (
            <PanelSection title={t("Texts", {}, "messages to a phone")}>
              <MessageList messages={texts} onChanged={refreshPolled} />
            </PanelSection>
          ) : null}
        </div>
      </div>
      <p className={denseStyles.metaWrapped}>{t("Order ID: {id}", { id: order.id })}</p>
    </>
  );
}

/** Items, sums, refunds, and payments. */
function MoneyColumn({
  record,
  phones,
  isManaging,
  deliveryNote,
}: {
  record: OrderDetails;
  phones: readonly string[];
  isManaging: boolean;
  deliveryNote: string | null;
}) {
  const { order, payments, refunds } = record;
  const canPick = isPackable(order.status) || (order.payInStore !== null && order.payInStore.step !== "ready");
  return (
    <div className={styles.column}>
      <PanelSection title={t("Items")}>
        <OrderSummary
          order={order}
          unpaidChanges={record.unpaidChanges}
          lineTools={(line) => (
            <LineMissing
              line={unavailableLine(line, order, order.payInStore !== null || order.wasHeld)}
              changes={line.changes}
              phones={phones}
              canChange={canPick}
              onChanged={refreshPolled}
            />
          )}
        >
          {deliveryNote}
        </OrderSummary>
        <OrderMoney
          order={order}
          hold={holdSums(payments, refunds)}
          isForShop
          isHoldKnown={isHoldKnown(order, payments)}
        />
        {order.paidCents > 0 ? <DeliveryFeeForm order={order} isManaging={isManaging} /> : null}
      </PanelSection>
      {refunds.length > 0 ? (
        <PanelSection title={refunds.every(({ isRelease }) => isRelease) ? t("Not charged") : t("Refunds")}>
          <RefundList refunds={refunds.map(withStoredReason)} isForShop />
        </PanelSection>
      ) : null}
      {isManaging ? (
        <PanelSection title={t("Payments")}>
          {payments.length > 0 ? <PaymentList payments={payments} /> : <p>{t("No payments yet.")}</p>}
          {owesInStore(record) ? (
            <p>
              <Link to="/desk/till">{t("A refund is due in the store.")}</Link>
            </p>
          ) : null}
        </PanelSection>
      ) : null}
    </div>
  );
}

/** Returns whether a refund must be made in the store, because the payment provider cannot send it. */
function owesInStore({ payments, refunds }: OrderDetails): boolean {
  return refunds.some(
    ({ status, intentId }) =>
      status === "requested" && payments.some((payment) => payment.intentId === intentId && payment.method !== "card"),
  );
}
