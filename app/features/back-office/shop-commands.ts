import { type CommandResult, commandResult } from "#app/features/orders/order-commands.ts";
import type { OrderStatus } from "#app/features/orders/order-status.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { RefundRequest } from "./refund-draft.ts";

/** The next step of an order, by the hand of an admin. */
export async function moveOrder(
  data: BrowserData,
  orderId: string,
  toStatus: OrderStatus,
): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("move_order", { order_id: orderId, to_status: toStatus }));
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
  const answer = await data.rest.rpc("request_refund", {
    order_id: orderId,
    request_key: requestKey,
    ...(request.kind === "amount" ? { amount_cents: request.amountCents } : {}),
    ...(request.kind === "lines"
      ? {
          lines: request.lines.map((line) => ({
            order_item_id: line.orderItemId,
            quantity: line.quantity,
          })),
        }
      : {}),
    ...(request.kind === "amount" ? {} : { goods_come_back: request.doGoodsComeBack }),
  });
  const result = commandResult(answer);
  if (result.kind === "refused") return result;
  return { kind: "requested", amountCents: answer.data?.amount_cents ?? 0 };
}
