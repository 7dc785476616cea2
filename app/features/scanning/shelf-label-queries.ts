import { PREVIEW_COLUMNS, productSummaryFromRow } from "#app/features/catalog/product.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { type LabelKey, labelsOf, type ShelfLabel } from "./shelf-label.ts";

/** Maximum number of products and sizes in one URL. */
const MAX_KEYS = 300;

/** Reads labels of products and sizes, including hidden ones. For managers. */
export async function listShelfLabels(data: BrowserData, keys: readonly LabelKey[]): Promise<ShelfLabel[]> {
  const requested = keys.slice(0, MAX_KEYS);
  const ids = [...new Set(requested.map(({ productId }) => productId))];
  if (ids.length === 0) return [];
  const rows = await readWithRetries(["shelf-labels", ...ids], async () =>
    rowsOf(
      await data.rest
        .from("products")
        .select(`${PREVIEW_COLUMNS}, inventory_items(product_id, size_id, barcode)`)
        .in("id", ids),
    ),
  );
  const found = rows ?? [];
  return labelsOf(
    requested,
    found.map(({ inventory_items: _, ...product }) => productSummaryFromRow(product)),
    found.flatMap(({ inventory_items }) =>
      inventory_items.map(({ product_id, size_id, barcode }) => ({ productId: product_id, sizeId: size_id, barcode })),
    ),
  );
}
