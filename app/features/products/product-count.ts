import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { ProductDraft } from "./product-draft.ts";

/** Returns the stock of a product, for admins; null if it is not counted. @throws when it cannot be read */
export async function findCount(data: BrowserData, productId: number): Promise<number | null> {
  const { data: row, error } = await data.rest
    .from("product_stock")
    .select("stock_count")
    .eq("product_id", productId)
    .maybeSingle();
  if (error) throw new Error(error.message, { cause: error });
  return row?.stock_count ?? null;
}

/**
 * Saves the stock of a counted product only if it was changed in the form, so that sales made meanwhile are not
 * overwritten.
 * @param before the stock when the form opened
 * @returns an error message for staff, or null on success
 */
export async function saveCount(
  data: BrowserData,
  product: { id: number; name: string },
  draft: ProductDraft,
  before: number | null,
): Promise<string | null> {
  const { availability, stockCount } = draft;
  if (availability !== "counted" || stockCount === null || stockCount === before) return null;
  const table = data.rest.from("product_stock");
  const row = { stock_count: stockCount };
  const { data: saved, error } =
    before === null
      ? await table.upsert({ product_id: product.id, ...row }).select("product_id")
      : await table.update(row).eq("product_id", product.id).eq("stock_count", before).select("product_id");
  if (error) {
    console.error(error);
    return t("{name} was saved, but not its quantity. Open it again and save the quantity.", { name: product.name });
  }
  return saved.length > 0
    ? null
    : t("{name} was just bought, so its quantity didn't change. Open it again and check.", { name: product.name });
}
