import { useState } from "react";
import { flushSync } from "react-dom";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { moneyText } from "#app/values/money.ts";
import { cancelOrder } from "./cancel-order.ts";
import styles from "./cancel-order-button.module.css";
import type { CommandResult } from "./command-result.ts";
import { focusNextStep } from "./focus-next-step.ts";
import type { OrderWithLines } from "./order.ts";

/** Button to cancel an order; its confirmation states where the money goes. */
export function CancelOrderButton({
  order,
  refundableCents,
  isForShop,
  isPaidInStore = false,
  isHeld = false,
  onCancel = () => cancelOrder(getBrowserData(), order.id),
  onCancelled,
}: {
  order: OrderWithLines;
  refundableCents: number;
  isForShop: boolean;
  isPaidInStore?: boolean;
  /** The card is only authorized so far. */
  isHeld?: boolean;
  /** Absent: with the permissions of the signed-in person. */
  onCancel?: () => Promise<CommandResult>;
  /** Also after an error: the order has changed since it was read. */
  onCancelled: () => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, answer, run, say } = useAttempt();

  function handleCancel() {
    return run(async () => {
      const result = await onCancel();
      await onCancelled();
      if (result.kind === "rejected") {
        // Also shown outside of the dialog, which disappears with the button once the order cannot be canceled.
        showToast({ kind: "error", text: result.message });
        return rejected(result.message);
      }
      flushSync(() => setAsking(false));
      focusNextStep();
      showToast({ kind: "success", text: "Order canceled." });
      return null;
    });
  }

  function handleClose() {
    if (isBusy) return;
    setAsking(false);
    say(null);
  }

  return (
    <>
      <Button size="small" variation="secondary" onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      {isAsking ? (
        <Dialog title="Cancel this order?" onClose={handleClose}>
          <p>
            Order {order.number} will not be prepared.{" "}
            {refundableCents > 0
              ? `${moneyText(refundableCents)} ${moneyAfterwards(isForShop, isPaidInStore, isHeld)}.`
              : "It was never paid."}
          </p>
          <FormAnswer answer={answer} />
          <div className={styles.answers}>
            <Button variation="danger" disabled={isBusy} onClick={handleCancel}>
              {isBusy ? "Canceling..." : "Cancel order"}
            </Button>
            <Button variation="secondary" disabled={isBusy} onClick={handleClose}>
              Keep order
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

function moneyAfterwards(isForShop: boolean, isPaidInStore: boolean, isHeld: boolean): string {
  if (isPaidInStore) return "will be refunded in the store";
  const card = isForShop ? "the customer's card" : "your card";
  return isHeld ? `held on ${card} will not be charged` : `will be refunded to ${card}`;
}
