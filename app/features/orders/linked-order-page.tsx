import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { CancelOrderButton } from "./cancel-order-button.tsx";
import { DeliveryFeeNotice } from "./delivery-fee-notice.tsx";
import { cancelLinkedOrder, type LinkedOrder } from "./linked-order.ts";
import { NextStep } from "./next-step-section.tsx";
import { OrderMoney } from "./order-money-sums.tsx";
import styles from "./order-page.module.css";
import { OrderHead } from "./order-status-badge.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { OrderTimeline } from "./order-timeline.tsx";

/**
 * Order page for anyone with the link of an order email: to view the order, and to cancel it while that is possible.
 */
export function LinkedOrderPage({
  linked: { order, steps, refunds, hold, canCancel, isPaidInStore, isPointOfSale, stopsBefore },
  token,
  children,
}: {
  linked: LinkedOrder;
  token: string;
  /** Details about pickup or delivery. */
  children?: ReactNode;
}) {
  return (
    <>
      <OrderHead order={order}>
        <CancelOrderButton
          order={order}
          canCancel={canCancel}
          refundableCents={order.paidCents - order.refundedCents}
          isForShop={false}
          isPaidInStore={isPaidInStore}
          isHeld={hold.heldCents > 0}
          onCancel={() => cancelLinkedOrder(token)}
        />
      </OrderHead>
      <DeliveryFeeNotice order={order} isOwner={false} />
      <NextStep
        order={order}
        refunds={refunds}
        isPaidInStore={isPaidInStore}
        isHeld={hold.heldCents > 0}
        stopsBefore={stopsBefore}
      />
      {children}
      <div className={styles.columns}>
        <div className={styles.column}>
          <PanelSection title={t("Order summary")}>
            <OrderSummary order={order} />
            <OrderMoney order={order} hold={hold} isForShop={false} />
          </PanelSection>
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
          {isPointOfSale ? null : (
            <Panel>
              <p>
                {t(
                  "Everyone with this link can see this page. Address, notes, and billing details are only in your account. There you can also change the time: we email you a code to log in.",
                )}
              </p>
              <ButtonLink to={`/orders/${order.id}`} variation="secondary" isNarrow>
                {t("Open in your account")}
              </ButtonLink>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
