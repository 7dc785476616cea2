import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import { camelCased } from "#app/values/camel-cased.ts";

/** Back-in-stock request of the logged-in customer. */
export type StockRequest = Awaited<ReturnType<typeof listStockRequests>>[number];
/** Number of customers who wait for a sold-out product or size, and the time of the oldest request. */
export type WaitingCustomers = Awaited<ReturnType<typeof listWaitingCustomers>>[number];

/** Lists the customer's requests. @throws when they cannot be read */
export async function listStockRequests(data: BrowserData) {
  const rows = await readRows(["stock-requests"], () => data.rest.rpc("list_own_back_in_stock_requests"));
  return rows.map((row) => camelCased(row));
}

/**
 * Lists sold-out products for the owner and managers, most waiting customers first.
 * @throws when they cannot be read
 */
export async function listWaitingCustomers(data: BrowserData) {
  const rows = await readRows(["waiting-customers"], () => data.rest.rpc("list_back_in_stock_requests"));
  return rows.map(({ waiting_count, waiting_since, ...row }) => ({
    ...camelCased(row),
    count: waiting_count,
    since: waiting_since,
  }));
}
