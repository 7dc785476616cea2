import type { Category } from "#app/features/catalog/categories.ts";
import type { Product } from "#app/features/catalog/product.ts";
import { ADDITIONAL_IMAGE_COLUMNS, PRODUCT_COLUMNS, productFromRow } from "#app/features/catalog/product.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRow, readRows } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { findItem } from "./item-queries.ts";
import { NO_ITEM } from "./item-values.ts";
import { findCount } from "./product-count.ts";
import { listSizes } from "./product-sizes.ts";

/** Product as loaded into the editor of the back office; may be hidden. */
export type EditedProduct = NonNullable<Awaited<ReturnType<typeof findEditedProduct>>>;

/** First values of the product form. */
export type ProductInForm = Pick<EditedProduct, "stockCount" | "sizes" | "item"> & { product: Product | null };

export const NEW_PRODUCT: ProductInForm = { product: null, stockCount: null, sizes: [], item: NO_ITEM };

const HISTORY_COLUMNS = "id, happened_at, actor, subject, before, after";
export type HistoryEntry = SelectedRow<"audit_log", typeof HISTORY_COLUMNS>;

const MAX_ENTRIES = 20;

/**
 * Reads a product for the editor, for managers; null if the category has no such product.
 * @throws when it cannot be read
 */
export async function findEditedProduct(data: BrowserData, category: Category, id: number) {
  const [row, pictures, stockCount, sizes, item] = await Promise.all([
    readRow(["edited-product", category.prefix, id], () =>
      data.rest
        .from("products")
        .select(`${PRODUCT_COLUMNS}, archived_at, regular_discount_price`)
        .eq("category", category.prefix)
        .eq("id", id)
        .maybeSingle(),
    ),
    readRow(["edited-product-images", id], () =>
      data.rest.from("product_pictures").select(ADDITIONAL_IMAGE_COLUMNS).eq("product_id", id).order("position"),
    ),
    findCount(data, id),
    listSizes(data, id),
    findItem(data, id),
  ]);
  if (row === null) return null;
  const { archived_at, regular_discount_price, ...columns } = row;
  return {
    // Use the regular discount price, not that of a running offer.
    product: productFromRow({ ...columns, discount_price: regular_discount_price }, pictures ?? []),
    isHidden: archived_at !== null,
    /** Null if it is not counted. */
    stockCount,
    sizes,
    item,
  };
}

/** Returns price changes of the product with this name, the latest first; for the owner. Others get none. */
export function listPriceHistory(data: BrowserData, name: string): Promise<HistoryEntry[]> {
  return readRows(["price-history", name], () =>
    data.rest
      .from("audit_log")
      .select(HISTORY_COLUMNS)
      .eq("kind", "price")
      .eq("subject", name)
      .order("id", { ascending: false })
      .limit(MAX_ENTRIES),
  );
}
