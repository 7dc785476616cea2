import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { moneyText } from "#app/values/money.ts";
import { thenAlways } from "#app/values/then-always.ts";
import { focusNextStep } from "./next-step.ts";
import type { OrderWithLines } from "./order.ts";
import { isCanceled } from "./order-status.ts";

/** Button to cancel an order; its confirmation dialog states how the money is refunded. */
export function CancelOrderButton({
  order,
  canCancel,
  refundableCents,
  isForShop,
  isPaidInStore,
  isHeld,
  onCancel = () => runCommand("cancel_order", { order_id: order.id }),
}: {
  order: OrderWithLines;
  /** Whether there is a button. An open dialog stays, because it shows the result. */
  canCancel: boolean;
  refundableCents: number;
  isForShop: boolean;
  isPaidInStore: boolean;
  /** Whether the card is authorized but not charged yet. */
  isHeld: boolean;
  /** Cancels the order; by default with the permissions of the signed-in user. */
  onCancel?: () => Promise<unknown>;
}) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, answer, run, setAnswer } = useAttempt();
  const shown = useRef(order);
  useLayoutEffect(() => {
    shown.current = order;
  }, [order]);

  function handleCancel() {
    return run(async () => {
      // After an error, too, because the order has changed since it was read.
      await thenAlways(onCancel(), invalidateReads).catch((error: unknown) => {
        // The order is canceled, although the response was lost.
        if (!isCanceled(shown.current.status)) throw error;
      });
      flushSync(() => setAsking(false));
      focusNextStep();
      showToast({ kind: "success", text: t("Order canceled.") });
    });
  }

  function handleClose() {
    if (isBusy) return;
    flushSync(() => setAsking(false));
    setAnswer(null);
    focusNextStep();
  }

  return (
    <>
      {canCancel ? <SmallButton onClick={() => setAsking(true)}>{t("Cancel order")}</SmallButton> : null}
      {isAsking ? (
        <Dialog title={t("Cancel this order?")} onClose={handleClose}>
          <p>
            {t("Order {number} will not be prepared.", { number: order.number })}{" "}
            {refundableCents > 0
              ? moneyAfterwards(moneyText(refundableCents), isForShop, isPaidInStore, isHeld)
              : t("It was never paid.")}
          </p>
          <FormAnswer answer={answer} />
          <div className={dialogStyles.answers}>
            <Button variation="danger" disabled={isBusy} onClick={handleCancel}>
              {isBusy ? t("Canceling...") : t("Cancel order")}
            </Button>
            <Button variation="secondary" disabled={isBusy} onClick={handleClose}>
              {t("Keep order")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

function moneyAfterwards(price: string, isForShop: boolean, isPaidInStore: boolean, isHeld: boolean): string {
  if (isPaidInStore) return t("{price} will be refunded in the store.", { price });
  if (isForShop) {
    return isHeld
      ? t("{price} held on the customer's card will not be charged.", { price })
      : t("{price} will be refunded to the customer's card.", { price });
  }
  return isHeld
    ? t("{price} held on your card will not be charged.", { price })
    : t("{price} will be refunded to your card.", { price });
}
