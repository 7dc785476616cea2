import { useState } from "react";
import { moveOrders, undoMoves } from "#app/features/orders/move-orders.ts";
import { nextMovesOf } from "#app/features/orders/order-steps.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import type { ListedOrder } from "./listed-order.ts";
import { type MoveReport, moveReport } from "./move-report.ts";

/** Moves orders to their next status, reports what happened, and undoes it within ten seconds. */
export function useBulkMoves() {
  const { isBusy, run } = useAttempt();
  const [report, setReport] = useState<MoveReport | null>(null);
  const [undoable, setUndoable] = useState<{ orderIds: readonly string[]; text: string; doneAt: number } | null>(null);

  const attempt = (work: () => Promise<void>) => run(() => withErrorToast(() => work().then(invalidateReads)));

  return {
    isBusy,
    /** Set while there are orders that could not be moved. */
    report,
    closeReport: () => setReport(null),
    undoable,
    endUndo: () => setUndoable(null),

    /** @param onAnswer called before the table is read again, when its selection may already be another one */
    move: (orders: readonly ListedOrder[], onAnswer: () => void) =>
      attempt(async () => {
        setReport(null);
        const moves = nextMovesOf(orders);
        const taken =
          moves.length === 0
            ? { movedIds: [], rejected: [], rejections: [] }
            : await moveOrders(getBrowserData(), moves);
        onAnswer();
        // A rejection of the whole command lists no orders.
        if (taken.rejected.length === 0) for (const text of taken.rejections) showToast({ kind: "error", text });
        const result = moveReport(orders, taken);
        if (result.rejected.length > 0) setReport(result);
        if (taken.movedIds.length > 0) setUndoable({ orderIds: taken.movedIds, text: result.text, doneAt: Date.now() });
      }),

    undo: () =>
      attempt(async () => {
        setUndoable(null);
        await undoMoves(getBrowserData(), undoable?.orderIds ?? []);
      }),
  };
}
