import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { TimeWindow } from "#app/values/window-text.ts";

/** A paid order whose window the store can no longer keep. */
export interface LostWindow {
  orderId: string;
  orderNumber: number;
  customerName: string | null;
  /** Empty when the order has none. */
  phone: string;
  deliveryType: "pickup" | "delivery";
  window: TimeWindow;
  /** When its customer was emailed about this window, ISO 8601; null when they were not. */
  messagedAt: string | null;
}

/** Returns the soonest first. @throws when they cannot be read */
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

/** Emails the customers who were not emailed yet. @returns how many emails are on their way. @throws when none could be queued */
export async function messageLostWindows(data: BrowserData): Promise<number> {
  const { data: count, error } = await data.rest.rpc("message_lost_windows");
  if (error) throw new Error(error.message, { cause: error });
  return count;
}
