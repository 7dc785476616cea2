import { useState } from "react";
import { flushSync } from "react-dom";
import { CancelOrderButton } from "#app/features/orders/cancel-order-button.tsx";
import { focusNextStep } from "#app/features/orders/next-step.ts";
import type { OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { isPaidInStore, leftToRefundCents } from "#app/features/orders/order-money.ts";
import { isCanceled, isPackable, movesOf, type OrderStatus } from "#app/features/orders/order-status.ts";
import { nextStepOf, stepLabel } from "#app/features/orders/order-steps.ts";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { refreshPolled } from "#app/platform/use-polled-query.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { thenAlways } from "#app/values/then-always.ts";
import { RefundDialog } from "./refund-dialog.tsx";
import styles from "./staff-order-page.module.css";

/** Buttons of the staff's order page: next step, refund, pick list, print, and cancellation. */
export function StaffOrderActions({
  record,
  isManaging,
}: {
  record: OrderDetails;
  /** Packers cannot record payments. */
  isManaging: boolean;
}) {
  const { order } = record;
  const { isBusy, run } = useAttempt();
  const [isRefunding, setRefunding] = useState(false);
  const moves = movesOf(order, "admin");
  const next = order.payInStore
    ? nextStepOf({ ...order, status: order.payInStore.step, unpaidCents: order.payInStore.dueCents })
    : moves.find((to) => !isCanceled(to));
  const leftCents = leftToRefundCents(record);

  async function handleMove(to: OrderStatus) {
    const move = () => runCommand("move_order", { order_id: order.id, to_status: to });
    await run(() => withErrorToast(() => thenAlways(move(), refreshPolled)));
    focusNextStep();
  }

  function handleRefundClosed() {
    flushSync(() => setRefunding(false));
    focusNextStep();
  }

  return (
    <div className={styles.actions}>
      {order.payInStore && isManaging ? (
        <ButtonLink to={`/desk/till?order=${order.id}`}>{t("Take payment")}</ButtonLink>
      ) : null}
      {next ? (
        // Reuse one button for every next step, so that it keeps the keyboard focus.
        <Button
          variation={order.payInStore && isManaging ? "secondary" : "primary"}
          disabled={isBusy}
          onClick={() => handleMove(next)}
        >
          {stepLabel(next)}
        </Button>
      ) : null}
      {isPackable(order.status) || order.payInStore ? (
        <ButtonLink to={`/desk?order=${order.id}`} variation="secondary">
          {t("Pick list")}
        </ButtonLink>
      ) : null}
      {leftCents > 0 ? (
        <Button variation="secondary" onClick={() => setRefunding(true)}>
          {t("Refund")}
        </Button>
      ) : null}
      <ButtonLink to={`/desk/print?orders=${order.id}`} variation="secondary">
        {t("Print")}
      </ButtonLink>
      <CancelOrderButton
        order={order}
        canCancel={moves.includes("cancelled")}
        refundableCents={leftCents}
        isForShop
        isPaidInStore={isPaidInStore(record.payments)}
        isHeld={record.payments.some(({ isHeld }) => isHeld)}
      />
      {isRefunding ? <RefundDialog record={record} onClose={handleRefundClosed} /> : null}
    </div>
  );
}
