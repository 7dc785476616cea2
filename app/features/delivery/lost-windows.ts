import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { TimeWindow } from "#app/values/window-text.ts";

/** A paid order whose window is no longer possible. */
export interface LostWindow {
  orderId: string;
  orderNumber: number;
  customerName: string | null;
  /** Empty if the order has no phone number. */
  phone: string;
  deliveryType: "pickup" | "delivery";
  window: TimeWindow;
  /** When the customer was emailed about this window, ISO 8601; null if they were not. */
  messagedAt: string | null;
}

/**
 * Returns the orders, earliest window first.
 * @throws when they cannot be read
 */
export async function listLostWindows(data: BrowserData): Promise<LostWindow[]> {
  const rows = await readWithRetries(["lost-windows"], async () => rowsOf(await data.rest.rpc("list_lost_windows")));
  return (rows ?? []).map((row) => ({
    orderId: row.id,
    orderNumber: row.order_number,
    customerName: row.customer_name,
    phone: row.phone,
    deliveryType: row.delivery_type as LostWindow["deliveryType"],
    window: { startsAt: row.window_starts_at, endsAt: row.window_ends_at },
    messagedAt: row.messaged_at,
  }));
}

/**
 * Emails the customers who were not emailed yet.
 * @returns the number of queued emails
 * @throws when none could be queued
 */
export async function messageLostWindows(data: BrowserData): Promise<number> {
  const { data: count, error } = await data.rest.rpc("message_lost_windows");
  if (error) throw new Error(error.message, { cause: error });
  return count;
}
