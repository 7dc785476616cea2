import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";

/**
 * Sets a delivery fee agreed after the order; the customer is notified.
 * @param amount in dollars without tax; 0: free; null: removes the fee
 */
export async function setDeliveryFee(
  data: BrowserData,
  orderId: string,
  amount: number | null,
): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("set_delivery_fee", { order_id: orderId, amount }));
}
