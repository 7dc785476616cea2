import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import type { RefundRequest } from "./refund-draft.ts";

/**
 * Requests a refund.
 * @param requestKey a repeated request with the same key makes no second refund
 * @returns the refunded amount in cents
 * @throws Error with a message for users
 */
export async function requestRefund(
  data: BrowserData,
  orderId: string,
  request: RefundRequest,
  requestKey: string,
): Promise<number> {
  const given = { order_id: orderId, request_key: requestKey };
  if (request.kind === "fee") return commandResult(await data.rest.rpc("refund_delivery_fee", given)).amount_cents;
  const lines = request.kind === "lines" ? request.lines : null;
  const answer = await data.rest.rpc("request_refund", {
    ...given,
    ...(request.kind === "amount" ? { amount_cents: request.amountCents } : {}),
    ...(lines && { lines: lines.map(({ orderItemId, quantity }) => ({ order_item_id: orderItemId, quantity })) }),
    ...(request.kind === "amount" ? {} : { reason: request.reason, mark_sold_out: request.isMarkedSoldOut }),
  });
  return commandResult(answer).amount_cents;
}
