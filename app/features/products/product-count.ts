import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowsOf } from "#app/platform/reads.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import type { ProductDraft } from "./product-draft.ts";

/** Returns the stock of a product, for admins; null if it is not counted. @throws when it cannot be read */
export async function findCount(data: BrowserData, productId: number): Promise<number | null> {
  const stock = data.rest.from("product_stock").select("stock_count").eq("product_id", productId);
  return rowsOf(await stock.maybeSingle())?.stock_count ?? null;
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
  const mine: Stock = { stock_count: stockCount };
  const write = rowWriter<"product_stock", Stock>(data, "product_stock", { product_id: product.id });
  const { error } = await saveMerged({
    before: { stock_count: before } as Stock,
    mine,
    subject: product.name,
    labels: { stock_count: t("Quantity left") },
    write: async (changed, expected) => {
      const result = await write(changed, expected);
      if (result.current !== null) return result;
      // It was never counted.
      const inserted = await data.rest.from("product_stock").insert({ product_id: product.id, ...mine });
      return { error: inserted.error };
    },
  });
  if (!error) return null;
  console.error(error);
  return t("{name} was saved, but not its quantity. Open it again and save the quantity.", { name: product.name });
}

type Stock = { stock_count: number };
