import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { rowsOf } from "#app/platform/reads.ts";
import type { RefundRequest } from "./refund-draft.ts";

/**
 * Requests a refund.
 * @param requestKey a repeated request with the same key makes no second refund; another request with it is rejected
 * @returns the recorded amount in cents, of all tenders and the delivery fee
 * @throws Error with a message for users
 */
export async function requestRefund(
  data: BrowserData,
  orderId: string,
  request: RefundRequest,
  requestKey: string,
): Promise<number> {
  const made = commandResult(await sendRequest(data, request, { order_id: orderId, request_key: requestKey }));
  // One transaction makes all refunds of a request.
  const refunds = await data.rest
    .from("refunds")
    .select("amount_cents")
    .eq("order_id", orderId)
    .eq("created_at", made.created_at);
  const totalCents = (rowsOf(refunds) ?? []).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  // A packer cannot read the refunds of an order that was handed over meanwhile.
  return totalCents || made.amount_cents;
}

function sendRequest({ rest }: BrowserData, request: RefundRequest, given: { order_id: string; request_key: string }) {
  if (request.kind === "fee") return rest.rpc("refund_delivery_fee", given);
  if (request.kind === "amount") return rest.rpc("request_refund", { ...given, amount_cents: request.amountCents });
  return rest.rpc("request_refund", {
    ...given,
    ...(request.kind === "lines" && {
      lines: request.lines.map(({ orderItemId, quantity }) => ({ order_item_id: orderItemId, quantity })),
    }),
    reason: request.reason,
    mark_sold_out: request.isMarkedSoldOut,
  });
}
