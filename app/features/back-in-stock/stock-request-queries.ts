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
