import { commandResult } from "#app/features/orders/command-result.ts";
import type { OrderStatus } from "#app/features/orders/order-status.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";

/** Result of a step for one order; the message explains a rejection. */
type StepRow = FunctionRow<"move_orders"> & Partial<FunctionRow<"undo_order_moves">>;

export interface StepsTaken {
  movedIds: string[];
  /** Each once. */
  rejections: string[];
  /** Orders that stayed as they were, and why. */
  rejected: { orderId: string; message: string }[];
  /** Whether the customer had already received the email about the undone step. */
  wereNotified: boolean;
}

/** The next steps of several orders, each by itself. Their mails wait ten seconds. */
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

/** Takes the last step of each back, and its mail if that has not left. */
export async function stepBackOrders(data: BrowserData, orderIds: readonly string[]): Promise<StepsTaken> {
  return stepsTaken(await data.rest.rpc("undo_order_moves", { order_ids: [...orderIds] }));
}

function stepsTaken(answer: {
  data: readonly StepRow[] | null;
  error: { code: string; message: string } | null;
}): StepsTaken {
  const result = commandResult(answer);
  if (result.kind === "rejected")
    return { movedIds: [], rejections: [result.message], rejected: [], wereNotified: false };
  const answers = answer.data ?? [];
  return {
    movedIds: answers.filter(({ message }) => message === null).map(({ order_id }) => order_id),
    rejections: [...new Set(answers.flatMap(({ message }) => message ?? []))],
    rejected: answers.flatMap(({ order_id, message }) => (message === null ? [] : [{ orderId: order_id, message }])),
    wereNotified: answers.some(({ was_notified }) => was_notified === true),
  };
}
