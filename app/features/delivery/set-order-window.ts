import type { BrowserData } from "#app/platform/browser-data.ts";

/**
 * Gives an order of one's own another window, until it is prepared.
 * @returns what stood in the way, null when nothing did. @throws when the shop cannot be asked
 */
export async function setOrderWindow(
  data: BrowserData,
  orderId: string,
  startsAt: string,
): Promise<string | null> {
  const { error } = await data.rest.rpc("set_order_window", {
    order_id: orderId,
    starts_at: startsAt || null,
  });
  if (!error) return null;
  // The shop's own refusals are sentences.
  if (/^PT4|^22023$/.test(error.code)) return error.message;
  throw new Error(error.message, { cause: error });
}
