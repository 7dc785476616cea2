import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";

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
