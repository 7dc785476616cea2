import type { Category } from "#app/features/catalog/categories.ts";
import { PREVIEW_COLUMNS, type ProductSummary, productSummaryFromRow } from "#app/features/catalog/product.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";

/**
 * Returns the category's products that are hidden because an image is missing, for example when the browser was closed
 * during the upload.
 */
export async function listHiddenProducts({ prefix }: Category): Promise<ProductSummary[]> {
  const rows = await readRows(["hidden-product-rows", prefix], () =>
    getBrowserData()
      .rest.from("products")
      .select(PREVIEW_COLUMNS)
      .eq("category", prefix)
      .is("archived_at", null)
      .is("pictures_ready", false)
      .order("id"),
  );
  return rows.map(productSummaryFromRow);
}
