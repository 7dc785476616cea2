import { getCartOrderId, removePaidItems } from "#app/features/cart/cart-store.ts";
import { isPaid } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readRow } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

/**
 * Removes the products of the cart's order from the cart if that order was paid in the meantime.
 * @throws when it cannot be read
 */
export async function removePaidProducts(): Promise<void> {
  const order = await findCartOrder();
  if (!order || !isPaid(order.status) || getCartOrderId() !== order.id) return;
  removePaidItems(order.order_items.map(cartItemOf), [
    t("Order {number} is paid. Its items are no longer in your cart.", { number: order.order_number }),
  ]);
}

/** Returns the cart line that an order line was made of. */
export function cartItemOf(row: SelectedRow<"order_items", "product_id, size_id, choice_ids, quantity">) {
  return {
    id: row.product_id,
    size: row.size_id === null ? null : { id: row.size_id },
    choiceIds: row.choice_ids,
    quantity: row.quantity,
  };
}

/**
 * Prevents a double payment of the cart's products: cancels their unpaid order, after its payment was closed.
 * @returns the id of the order if it was paid, or is being paid; otherwise null
 * @throws when the order cannot be read or canceled
 */
export async function closeCartOrder(): Promise<string | null> {
  const order = await findCartOrder();
  if (!order) return null;
  // An order that is paid in the store counts as placed, too.
  if (isPaid(order.status) || order.pays_in_store) return order.id;
  if (order.status !== "pending" || order.payment_intent_id === null) return null;
  return (await withdrawOrder(order.id)).outcome === "paid" ? order.id : null;
}

async function findCartOrder() {
  const orderId = getCartOrderId();
  if (orderId === null) return null;
  return readRow(["cart-order", orderId], () =>
    getBrowserData()
      .rest.from("orders")
      .select(
        "id, order_number, status, payment_intent_id, pays_in_store, order_items(product_id, size_id, choice_ids, quantity)",
      )
      .eq("id", orderId)
      .maybeSingle(),
  );
}

type WithdrawnOrder =
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
