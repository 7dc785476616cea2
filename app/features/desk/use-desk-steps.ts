import { useState } from "react";
import { acknowledgeOrders, moveOrders, undoMoves } from "#app/features/orders/move-orders.ts";
import type { OrderStatus } from "#app/features/orders/order-status.ts";
import { stepDoneText } from "#app/features/orders/order-steps.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import type { Desk } from "./desk.ts";

/**
 * Returns the status changes of the order board. Each resolves with whether it succeeded, and shows an error otherwise.
 * @param numberOf returns the order's number; null if the board does not have the order
 */
export function useDeskSteps(reload: () => Promise<boolean>, numberOf: (orderId: string) => number | null) {
  const [undoable, setUndoable] = useState<{ orderIds: readonly string[]; text: string; doneAt: number } | null>(null);
  const { isBusy, run } = useAttempt();

  async function act(what: () => Promise<boolean>): Promise<boolean> {
    let isDone = false;
    await run(() =>
      withErrorToast(async () => {
        isDone = await what();
      }),
    );
    return isDone;
  }

  const stepBack = (orderIds: readonly string[]) =>
    act(async () => {
      setUndoable(null);
      const isUndone = await undoMoves(getBrowserData(), orderIds);
      await reload();
      return isUndone;
    });

  return {
    isBusy,
    undoable,
    undo: () => stepBack(undoable?.orderIds ?? []),
    endUndo: () => setUndoable(null),

    /** @param onMoved called before the board is read again, when its selection may already be another one */
    move: (moves: readonly { orderId: string; to: OrderStatus }[], onMoved: () => void) =>
      act(async () => {
        const taken = await moveOrders(getBrowserData(), moves);
        for (const text of taken.rejections) showToast({ kind: "error", text });
        if (taken.movedIds.length > 0) {
          onMoved();
          const [first] = moves.filter(({ orderId }) => taken.movedIds.includes(orderId));
          const number = first ? numberOf(first.orderId) : null;
          const name = number === null ? t("Order") : t("Order {number}", { number });
          setUndoable({
            orderIds: taken.movedIds,
            doneAt: Date.now(),
            text:
              taken.movedIds.length === 1 && first
                ? stepDoneText(first.to, name)
                : t("{count, plural, one {# order updated.} other {# orders updated.}}", {
                    count: taken.movedIds.length,
                  }),
          });
        }
        await reload();
        return taken.movedIds.length > 0;
      }),

    stepBack,

    see: ({ cards, unreadCount }: Desk) =>
      act(async () => {
        const unread = cards.filter((card) => card.isUnread).map(({ id }) => id);
        // The board has not loaded all cards of a full column.
        await acknowledgeOrders(getBrowserData(), unread.length < unreadCount ? null : unread);
        return reload();
      }),
  };
}
