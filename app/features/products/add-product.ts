import type { Category } from "#app/features/catalog/categories.ts";
import { progressWords } from "#app/features/images/picture-changes.ts";
import { labelOf, type PictureToSave } from "#app/features/images/picture-list.ts";
import {
  type NewPicture,
  namePicture,
  removePictures,
  setPictures,
  uploadPicture,
} from "#app/features/images/product-pictures.ts";
import { picturesProblem } from "#app/features/images/save-pictures.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { saveItem } from "./item-queries.ts";
import { NO_ITEM } from "./item-values.ts";
import { saveCount } from "./product-count.ts";
import { explainRejection, type ProductDraft, productDraftRow } from "./product-draft.ts";
import { saveSizes } from "./product-sizes.ts";

/**
 * Result of adding a product: `toast` is the short message, `message` the one in the form; `problems` lists failures to
 * save stock, sizes, or codes after the product was added.
 */
export type AddResult =
  | { kind: "added"; id: number; problems: string[] }
  | { kind: "rejected"; toast: string; message: string };

/**
 * Adds a product: its row, its images in order, the list of additional images, stock, sizes, and codes. Shoppers see it
 * once its first two images exist; if an upload fails, the row is deleted.
 */
export async function addProduct(
  data: BrowserData,
  category: Category,
  draft: ProductDraft,
  chosen: readonly PictureToSave[],
  onProgress: (words: string) => void,
): Promise<AddResult> {
  const pictures = chosen.flatMap(({ change, alt }) =>
    change.kind === "replace" ? [{ ...namePicture(data, change.file), alt }] : [],
  );
  const [first, second] = pictures;
  const inserted = await data.rest
    .from(category.table)
    .insert({
      ...productDraftRow(draft),
      img1: first?.address ?? "",
      img1_alt: first?.alt ?? "",
      img2: second?.address ?? null,
      img2_alt: second?.alt ?? "",
    })
    .select("id")
    .single();
  if (inserted.error) {
    return {
      kind: "rejected",
      toast: t("Product could not be added."),
      message: explainRejection(inserted.error.code),
    };
  }
  const { id } = inserted.data;
  for (const [place, picture] of pictures.entries()) {
    onProgress(progressWords(place, pictures.length));
    if (await uploadPicture(data, picture)) continue;
    return undo(data, category, id, labelOf(place), pictures.slice(0, place));
  }
  const added = { id, name: draft.name };
  const hasAll =
    pictures.length <= 2 ||
    (await setPictures(
      data,
      added,
      pictures.slice(0, 2).map(({ address, alt }) => ({ address, alt })),
      pictures.map(({ address, alt }) => ({ address, alt })),
    )) !== null;
  const problems = [
    hasAll ? null : picturesProblem(added),
    await saveCount(data, added, draft, null),
    await saveSizes(data, added, draft.sizes, []),
    await saveItem(data, added, draft.item, NO_ITEM),
  ];
  return { kind: "added", id, problems: problems.filter((problem) => problem !== null) };
}

async function undo(
  data: BrowserData,
  category: Category,
  id: number,
  label: string,
  uploaded: readonly NewPicture[],
): Promise<AddResult> {
  const { data: deleted } = await data.rest.from(category.table).delete().eq("id", id).select("id");
  const isDeleted = (deleted?.length ?? 0) > 0;
  const toast = !isDeleted
    ? t("{label} could not be uploaded. We couldn't delete the item either, but shoppers don't see it.", { label })
    : t("{label} could not be uploaded. Item deleted in table.", { label });
  if (isDeleted)
    await removePictures(
      data,
      uploaded.map(({ name }) => name),
    );
  return { kind: "rejected", toast, message: toast };
}
