import type { OrderStatus } from "#app/features/orders/order-status.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";
import { rowsOf } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";

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

/** Undoes the last status change of each order, and cancels its email if that has not been sent. */
export async function stepBackOrders(data: BrowserData, orderIds: readonly string[]): Promise<StepsTaken> {
  return stepsTaken(await data.rest.rpc("undo_order_moves", { order_ids: [...orderIds] }));
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

/** Marks orders as seen, for all staff. */
export async function acknowledgeOrders(data: BrowserData, orderIds: readonly string[]): Promise<void> {
  rowsOf(await data.rest.rpc("acknowledge_orders", { order_ids: [...orderIds] }));
}
