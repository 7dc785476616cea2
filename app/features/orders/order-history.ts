import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/query-cache.ts";
import type { DeliveryType, OrderStatus } from "./order-status.ts";

/** One step in the life of an order. */
export interface OrderStep {
  status: OrderStatus;
  /** ISO 8601 */
  at: string;
}

interface StatusChangeRow {
  to_status: OrderStatus;
  changed_at: string;
}

/** The steps that an order has made, the first one first. */
export async function listOrderSteps(data: BrowserData, orderId: string): Promise<OrderStep[]> {
  const rows = await readWithRetries(["order-steps", orderId], async () =>
    rowsOf<StatusChangeRow[]>(
      await data.rest
        .from("order_status_changes")
        .select("to_status, changed_at")
        .eq("order_id", orderId)
        .order("id")
        .overrideTypes<StatusChangeRow[], { merge: false }>(),
    ),
  );
  return (rows ?? []).map((row) => ({ status: row.to_status, at: row.changed_at }));
}

/** What happened, as a customer would say it. */
export function orderStepText(status: OrderStatus, deliveryType: DeliveryType): string {
  const isDelivery = deliveryType === "delivery";
  const texts: Record<OrderStatus, string> = {
    pending: "Order placed",
    paid: "Payment received",
    preparing: "Being prepared",
    ready: "Ready for pick-up",
    out_for_delivery: "Out for delivery",
    completed: isDelivery ? "Delivered" : "Picked up",
    cancelled: "Cancelled",
    refunded: "Money refunded",
  };
  return texts[status];
}
