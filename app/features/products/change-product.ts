import type { Category } from "#app/features/catalog/categories.ts";
import type { Product } from "#app/features/catalog/product.ts";
import { findProduct } from "#app/features/catalog/product-queries.ts";
import { putBack, uploadChanges } from "#app/features/images/picture-changes.ts";
import { labelOf, type PictureToSave } from "#app/features/images/picture-list.ts";
import { picturesProblem, savePictures } from "#app/features/images/save-pictures.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { withChanges } from "#app/values/merge-changes.ts";
import { saveItem } from "./item-queries.ts";
import { saveCount } from "./product-count.ts";
import { explainRejection, type ProductDraft, productDraftRow } from "./product-draft.ts";
import type { EditedProduct } from "./product-editor-queries.ts";
import { productLabel } from "./product-labels.ts";
import { saveSizes } from "./product-sizes.ts";
import { textColumns } from "./product-texts.ts";
import { saveProductGroups } from "./save-choice-group.ts";

/**
 * Result of changing a product: `replaced` are the URLs of images to remove once no page shows them; `problems` are
 * failures to save images, stock, sizes, or codes after the row was written.
 */
export type ChangeResult =
  | { kind: "changed"; product: Product; replaced: string[]; problems: string[] }
  | { kind: "rejected"; toast: string; message: string };

/**
 * Saves the changes of a product: uploads new images, writes the row and the list of images, then saves stock, sizes, and
 * codes. Shoppers see no change before the row is written.
 * @param shown values of the form before any typing
 */
export async function changeProduct(
  data: BrowserData,
  category: Category,
  before: Pick<EditedProduct, "product" | "stockCount" | "sizes" | "item">,
  { shown, typed }: { shown: ProductDraft; typed: ProductDraft },
  pictures: readonly PictureToSave[],
  onProgress: (words: string) => void,
): Promise<ChangeResult> {
  const uploads = await uploadChanges(data, pictures, onProgress);
  if (uploads.kind === "failed") {
    const toast = t("{label} could not be uploaded. Nothing changed.", { label: labelOf(uploads.place) });
    return { kind: "rejected", toast, message: toast };
  }
  const { product } = before;
  const error = await saveRow(data, category, product, shown, typed).catch(async (failure: unknown) => {
    await putBack(data, uploads);
    throw failure;
  });
  if (error) {
    await putBack(data, uploads);
    return { kind: "rejected", toast: t("Product could not be changed."), message: explainRejection(error.code) };
  }
  const named = { id: product.id, name: typed.name };
  const replaced = await savePictures(data, { ...named, pictures: product.pictures }, pictures, uploads);
  const problems = [
    replaced === null ? picturesProblem(named) : null,
    await saveCount(data, named, typed, before.stockCount),
    await saveSizes(data, named, typed.sizes, before.sizes),
    await saveItem(data, named, typed.item, before.item),
    await saveProductGroups(data, product.id, shown.groupIds, typed.groupIds),
  ];
  // Read the product again, because stock and sizes change its card, such as whether it is sold out.
  const saved = await findProduct(data.rest, category, product.id).catch(() => null);
  return {
    kind: "changed",
    product: saved ?? product,
    replaced: replaced ?? [],
    problems: problems.filter((problem) => problem !== null),
  };
}

async function saveRow(
  data: BrowserData,
  category: Category,
  product: Product,
  shown: ProductDraft,
  typed: ProductDraft,
) {
  const shownRow = productDraftRow(shown);
  // Form fields may shorten a saved text, such as its line breaks.
  const before: ReturnType<typeof productDraftRow> = {
    ...shownRow,
    ...textColumns(product),
    contains: [...product.contains],
    may_contain: [...product.mayContain],
  };
  const { error } = await saveMerged({
    before,
    mine: withChanges(before, shownRow, productDraftRow(typed)),
    subject: t("This product"),
    labels: ([column = ""]) => productLabel(column),
    // Updates the table, because the category's view excludes hidden products.
    write: rowWriter(data, "products", { id: product.id, category: category.prefix }, [["amount", "unit"]]),
  });
  return error;
}
