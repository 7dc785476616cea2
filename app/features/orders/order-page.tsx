import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { DeliveryFeeNotice } from "./delivery-fee-notice.tsx";
import { NextStep } from "./next-step-section.tsx";
import type { OrderDetails } from "./order-details-queries.ts";
import { holdSums, isPaidInStore } from "./order-money.ts";
import { OrderMoney } from "./order-money-sums.tsx";
import styles from "./order-page.module.css";
import { OrderPreferences } from "./order-preferences.tsx";
import { OrderHead } from "./order-status-badge.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { RefundList } from "./refund-list.tsx";

/**
 * Order page for its customer, or for other users who may read the order.
 * @param actions its buttons
 * @param children additional panels, such as billing
 */
export function OrderPage({
  record,
  isOwner,
  deliveryNote,
  time,
  notifications,
  actions,
  children,
}: {
  record: OrderDetails;
  /** Whether the reader owns the order, may pay the amount due, and may change the preferences. */
  isOwner: boolean;
  /** Delivery terms if delivery is not included; null otherwise. */
  deliveryNote: string | null;
  /** Pickup or delivery time; null without one. */
  time?: ReactNode;
  /** Push notification settings, for the order's owner. */
  notifications?: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}) {
  const { order, steps, payments, refunds, stopsBefore } = record;
  const hold = holdSums(payments, refunds);
  return (
    <>
      <BackButton fallback="/auth" label={t("Back to orders")} />
      <OrderHead order={order}>{actions}</OrderHead>
      {isOwner ? <DeliveryFeeNotice order={order} isOwner /> : null}
      {time}
      <NextStep
        order={order}
        refunds={refunds}
        isPaidInStore={isPaidInStore(payments)}
        isHeld={hold.heldCents > 0}
        stopsBefore={stopsBefore}
      >
        {notifications}
      </NextStep>
      <div className={styles.columns}>
        <div className={styles.column}>
          <PanelSection title={t("Order summary")}>
            <OrderSummary order={order} unpaidChanges={record.unpaidChanges}>
              {deliveryNote}
            </OrderSummary>
            <OrderMoney order={order} hold={hold} isForShop={false} />
          </PanelSection>
          <OrderPreferences order={order} isForShop={false} isOwner={isOwner} />
          {refunds.some(({ isRelease }) => !isRelease) ? (
            <PanelSection title={t("Refunds")}>
              <RefundList refunds={refunds.filter(({ isRelease }) => !isRelease)} isForShop={false} />
            </PanelSection>
          ) : null}
        </div>
        <div className={styles.column}>
          <PanelSection title={t("Status")}>
            <OrderTimeline
              steps={steps}
              deliveryType={order.deliveryType}
              showsNames={false}
              wasHeld={hold.heldCents > 0 || hold.releasedCents > 0}
            />
          </PanelSection>
          {children}
        </div>
      </div>
      <p className={denseStyles.metaWrapped}>{t("Order ID: {id}", { id: order.id })}</p>
    </>
  );
}
