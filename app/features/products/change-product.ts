import type { Category } from "#app/features/catalogue/categories.ts";
import { PRODUCT_COLUMNS, type Product, productFromRow } from "#app/features/catalogue/product.ts";
import { findProduct } from "#app/features/catalogue/product-queries.ts";
import { putBack, uploadChanges } from "#app/features/images/picture-changes.ts";
import { labelOf, type PictureToSave } from "#app/features/images/picture-list.ts";
import { picturesProblem, savePictures } from "#app/features/images/save-pictures.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { saveItem } from "./item-queries.ts";
import type { ItemValues } from "./item-values.ts";
import { saveCount } from "./product-count.ts";
import { explainRejection, type ProductDraft, productDraftRow } from "./product-draft.ts";
import { saveSizes } from "./product-sizes.ts";

/** Initial form values that are stored outside of the product's row; the stock is null if it is not counted. */
export interface PartsBefore {
  stockCount: number | null;
  item: ItemValues;
}

/**
 * Result of changing a product: `replaced` are the URLs of images to remove once no page shows them; `problems` are
 * failures to save images, stock, sizes, or codes after the row was written.
 */
export type ChangeResult =
  | { kind: "changed"; product: Product; replaced: string[]; problems: string[] }
  | { kind: "rejected"; toast: string; message: string };

/**
 * Changes a product: uploads new images, writes the row and the list of images, then saves stock, sizes, and codes.
 * Shoppers see no change before the row is written.
 */
export async function changeProduct(
  data: BrowserData,
  category: Category,
  before: Product,
  draft: ProductDraft,
  partsBefore: PartsBefore,
  pictures: readonly PictureToSave[],
  onProgress: (words: string) => void,
): Promise<ChangeResult> {
  const uploads = await uploadChanges(data, pictures, onProgress);
  if (uploads.kind === "failed") {
    const toast = t("{label} could not be uploaded. Nothing changed.", { label: labelOf(uploads.place) });
    return { kind: "rejected", toast, message: toast };
  }

  // Updates the table, because the category's view excludes hidden products.
  const updated = await data.rest
    .from("products")
    .update(productDraftRow(draft))
    .eq("id", before.id)
    .eq("category", category.prefix)
    .select(PRODUCT_COLUMNS)
    .single();
  if (updated.error) {
    await putBack(data, uploads);
    return {
      kind: "rejected",
      toast: t("Product could not be changed."),
      message: isGone(updated.error.code)
        ? t("This product no longer exists. Reload the page.")
        : explainRejection(updated.error.code, draft),
    };
  }
  const changed = productFromRow(updated.data);
  const replaced = await savePictures(data, before, pictures, uploads);
  const problems = [
    replaced === null ? picturesProblem(changed) : null,
    await saveCount(data, changed, draft, partsBefore.stockCount),
    await saveSizes(data, changed, draft.sizes, before.sizes.length > 0),
    await saveItem(data, changed, draft.item, partsBefore.item),
  ];
  // Read the product again, because stock and sizes change its card, such as whether it is sold out.
  const saved = await findProduct(data.rest, category, before.id).catch(() => null);
  return {
    kind: "changed",
    product: saved ?? changed,
    replaced: replaced ?? [],
    problems: problems.filter((problem) => problem !== null),
  };
}

/** Returns whether the error is PostgREST's for a single-row write that matched no row. */
function isGone(code: string): boolean {
  return code === "PGRST116";
}
