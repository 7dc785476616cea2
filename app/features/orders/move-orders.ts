import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";
import { rowsOf } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { showToast } from "#app/ui/toast.tsx";
import type { OrderStatus } from "./order-status.ts";

/** Result of a status change for one order; the message explains a rejection. */
type StepRow = Pick<FunctionRow<"move_orders">, "order_id" | "status" | "message"> &
  Partial<FunctionRow<"undo_order_moves">>;

export interface StepsTaken {
  movedIds: string[];
  /** Messages without duplicates. */
  rejections: string[];
  /** Orders whose status did not change, and why. */
  rejected: { orderId: string; message: string }[];
  /** Whether the customer had already received the email about the undone status change. */
  wereNotified: boolean;
}

/** Changes the status of several orders independently of each other. Their emails wait ten seconds. */
export async function moveOrders(
  data: BrowserData,
  moves: readonly { orderId: string; to: OrderStatus }[],
): Promise<StepsTaken> {
  return stepsTaken(
    await data.rest.rpc("move_orders", {
      moves: moves.map(({ orderId, to }) => ({ order_id: orderId, to_status: to })),
    }),
  );
}

/**
 * Undoes the last status change of each order, cancels its email if that has not been sent, and reports both as toasts.
 * @returns whether any status changed
 */
export async function undoMoves(data: BrowserData, orderIds: readonly string[]): Promise<boolean> {
  const taken = stepsTaken(await data.rest.rpc("undo_order_moves", { order_ids: [...orderIds] }));
  for (const text of taken.rejections) showToast({ kind: "error", text });
  if (taken.movedIds.length === 0) return false;
  const text = taken.wereNotified
    ? t("Step undone. The customer already has the email.")
    : t("Step undone. No email was sent.");
  showToast({ kind: "success", text });
  return true;
}

function stepsTaken(answer: {
  data: readonly StepRow[] | null;
  error: { code: string; message: string } | null;
}): StepsTaken {
  if (answer.error)
    return { movedIds: [], rejections: [rejectionText(answer.error)], rejected: [], wereNotified: false };
  const answers = answer.data ?? [];
  return {
    movedIds: answers.filter(({ message }) => message === null).map(({ order_id }) => order_id),
    rejections: [...new Set(answers.flatMap(({ message }) => message ?? []))],
    rejected: answers.flatMap(({ order_id, message }) => (message === null ? [] : [{ orderId: order_id, message }])),
    wereNotified: answers.some(({ was_notified }) => was_notified === true),
  };
}

/** Marks orders as seen, for all staff; without ids, all new ones. */
export async function acknowledgeOrders(data: BrowserData, orderIds: readonly string[] | null): Promise<void> {
  rowsOf(await data.rest.rpc("acknowledge_orders", { order_ids: orderIds && [...orderIds] }));
}
