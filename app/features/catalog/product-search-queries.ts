import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { PREVIEW_COLUMNS, type ProductSummary, productSummaryFromRow } from "./product.ts";

/** Finds products by words or parts of their names, hidden ones too, sorted by name. For managers. */
export async function searchProducts(
  { rest }: BrowserData,
  words: string,
  maxCount: number,
): Promise<ProductSummary[]> {
  const rows = await readWithRetries(["product-search", words, maxCount], async () => {
    const found = rest.rpc("find_products", { words }).select(PREVIEW_COLUMNS);
    return rowsOf(await found.is("archived_at", null).order("name").order("id").limit(maxCount));
  });
  return (rows ?? []).map(productSummaryFromRow);
}
