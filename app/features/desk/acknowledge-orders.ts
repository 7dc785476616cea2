import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowsOf } from "#app/platform/reads.ts";

/** Marks orders as seen, for all staff. */
export async function acknowledgeOrders(data: BrowserData, orderIds: readonly string[]): Promise<void> {
  rowsOf(await data.rest.rpc("acknowledge_orders", { order_ids: [...orderIds] }));
}
