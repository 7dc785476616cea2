import { getBrowserData } from "#app/platform/browser-data.ts";

export type WithdrawnOrder =
  | { outcome: "withdrawn" }
  /** The order is paid or being paid, and is kept. */
  | { outcome: "paid" };

const NO_SUCH_ORDER = 404;
const NO_LONGER_PENDING = 409;

/**
 * Cancels an order before it is paid. The server closes its payment first, so that no payment is left without an order.
 * @throws Error when the server cannot be reached or fails
 */
export async function withdrawOrder(orderId: string): Promise<WithdrawnOrder> {
  const data = getBrowserData();
  const response = await data.fetchApi("/withdraw-order", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ orderId }),
  });
  if (response.ok || response.status === NO_SUCH_ORDER) return { outcome: "withdrawn" };
  if (response.status !== NO_LONGER_PENDING) throw new Error(`withdraw-order responded ${response.status}.`);
  const { data: order } = await data.rest.from("orders").select("status").eq("id", orderId).maybeSingle();
  // The order was canceled in another tab, or was not paid within 24 hours.
  return { outcome: order?.status === "cancelled" ? "withdrawn" : "paid" };
}
