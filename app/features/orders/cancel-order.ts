import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";

/**
 * Cancels an order. Its owner can cancel pending and paid orders; an admin also those being prepared. Payments are
 * refunded automatically.
 */
export async function cancelOrder(data: BrowserData, orderId: string): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("cancel_order", { order_id: orderId }));
}
