import type { BrowserData } from "#app/platform/browser-data.ts";
import { jsonOf, readWithRetries } from "#app/platform/reads.ts";
import { type Purchase, type PurchaseRow, purchaseFromRow } from "./purchase.ts";

/** Returns products and sizes with low stock. For managers. */
export function listPurchases({ rest }: BrowserData): Promise<Purchase[]> {
  return readWithRetries(["purchases"], async () =>
    jsonOf<PurchaseRow[]>(await rest.rpc("list_purchases")).map(purchaseFromRow),
  );
}
