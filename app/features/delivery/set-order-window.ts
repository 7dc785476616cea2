import type { BrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";

/**
 * Moves the customer's own order to another window, as long as it is not being prepared.
 * @returns the message on failure, null on success
 * @throws when the request fails
 */
export async function setOrderWindow(data: BrowserData, orderId: string, startsAt: string): Promise<string | null> {
  const { error } = await data.rest.rpc("set_order_window", { order_id: orderId, starts_at: startsAt || null });
  if (!error) return null;
  // Messages of our own database functions are written for users.
  if (/^PT4|^22023$/.test(error.code)) return error.message;
  throw new Error(rejectionText(error), { cause: error });
}
