import type { OrderStatus } from "#app/features/orders/order-status.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";

/** Moves an order to its next status, as an admin. */
export async function moveOrder(data: BrowserData, orderId: string, toStatus: OrderStatus): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("move_order", { order_id: orderId, to_status: toStatus }));
}
