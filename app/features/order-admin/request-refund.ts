import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import type { RefundRequest } from "./refund-draft.ts";

/**
 * Requests a refund.
 * @param requestKey a repeated request with the same key makes no second refund
 * @returns the refunded amount in cents, or the reason for the rejection
 */
export async function requestRefund(
  data: BrowserData,
  orderId: string,
  request: RefundRequest,
  requestKey: string,
): Promise<{ kind: "requested"; amountCents: number } | { kind: "rejected"; message: string }> {
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
}): { kind: "requested"; amountCents: number } | { kind: "rejected"; message: string } {
  const result = commandResult(answer);
  if (result.kind === "rejected") return result;
  return { kind: "requested", amountCents: answer.data?.amount_cents ?? 0 };
}
