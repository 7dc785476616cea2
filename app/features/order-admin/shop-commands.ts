import { type CommandResult, commandResult } from "#app/features/orders/order-commands.ts";
import type { OrderStatus } from "#app/features/orders/order-status.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { RefundRequest } from "./refund-draft.ts";

/** Moves an order to its next status, as an admin. */
export async function moveOrder(data: BrowserData, orderId: string, toStatus: OrderStatus): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("move_order", { order_id: orderId, to_status: toStatus }));
}

/**
 * Sets a delivery fee agreed after the order; the customer is notified.
 * @param amount in dollars without tax; 0: free; null: withdraws the fee
 */
export async function setDeliveryFee(
  data: BrowserData,
  orderId: string,
  amount: number | null,
): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("set_delivery_fee", { order_id: orderId, amount }));
}

/**
 * Gives money back.
 * @param requestKey the same key makes the same refund, however often it is sent
 * @returns what is on its way back, in cents, or why nothing is
 */
export async function requestRefund(
  data: BrowserData,
  orderId: string,
  request: RefundRequest,
  requestKey: string,
): Promise<{ kind: "requested"; amountCents: number } | { kind: "refused"; message: string }> {
  const given = { order_id: orderId, request_key: requestKey };
  if (request.kind === "fee") return requested(await data.rest.rpc("refund_delivery_fee", given));
  const answer = await data.rest.rpc("request_refund", {
    ...given,
    ...(request.kind === "amount" ? { amount_cents: request.amountCents } : {}),
    ...(request.kind === "lines"
      ? {
          lines: request.lines.map((line) => ({
            order_item_id: line.orderItemId,
            quantity: line.quantity,
          })),
        }
      : {}),
    ...(request.kind === "amount" ? {} : { reason: request.reason, mark_sold_out: request.isMarkedSoldOut }),
  });
  return requested(answer);
}

function requested(answer: {
  data: { amount_cents: number } | null;
  error: { code: string; message: string } | null;
}): { kind: "requested"; amountCents: number } | { kind: "refused"; message: string } {
  const result = commandResult(answer);
  if (result.kind === "refused") return result;
  return { kind: "requested", amountCents: answer.data?.amount_cents ?? 0 };
}
