import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";

/** Back-in-stock request of the logged-in customer. */
export interface StockRequest {
  id: string;
  path: string;
  name: string;
  sizeLabel: string | null;
  /** ISO 8601. */
  expiresAt: string;
}

/**
 * Lists the customer's requests.
 * @throws when they cannot be read
 */
export async function listStockRequests(data: BrowserData): Promise<StockRequest[]> {
  const rows = await readWithRetries(["stock-requests"], async () =>
    rowsOf(await data.rest.rpc("list_own_back_in_stock_requests")),
  );
  return (rows ?? []).map(({ id, category, product_id, name, size_label, expires_at }) => ({
    id,
    path: `/products/${category}/${product_id}`,
    name,
    sizeLabel: size_label,
    expiresAt: expires_at,
  }));
}

/**
 * Cancels a request.
 * @throws when it cannot be canceled, or has already ended
 */
export async function withdrawStockRequest(data: BrowserData, id: string): Promise<void> {
  changedRows(await data.rest.from("back_in_stock_requests").delete().eq("id", id).select("id"), t("This request"));
}

/** Number of customers who wait for a sold-out product or size. */
export interface WaitingCustomers {
  productId: number;
  category: string;
  name: string;
  sizeLabel: string | null;
  count: number;
  /** Time of the oldest request, ISO 8601. */
  since: string;
}

/**
 * Lists sold-out products for the owner and managers, most waiting customers first.
 * @throws when they cannot be read
 */
export async function listWaitingCustomers(data: BrowserData): Promise<WaitingCustomers[]> {
  const rows = await readWithRetries(["waiting-customers"], async () =>
    rowsOf(await data.rest.rpc("list_back_in_stock_requests")),
  );
  return (rows ?? []).map(({ product_id, category, name, size_label, waiting_count, waiting_since }) => ({
    productId: product_id,
    category,
    name,
    sizeLabel: size_label,
    count: waiting_count,
    since: waiting_since,
  }));
}
