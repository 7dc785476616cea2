import type { Category } from "#app/features/catalogue/categories.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { saveCount } from "./product-count.ts";
import { explainRefusal, type ProductDraft, productDraftRow } from "./product-draft.ts";
import { type NewPicture, namePicture, removePictures, uploadPicture } from "./product-pictures.ts";
import { saveSizes } from "./product-sizes.ts";

export interface ChosenPictures {
  first: File | null;
  second: File | null;
}

/**
 * `toast` is the short word, `message` what stands in the form; `problems` say why the count or the sizes of an added
 * product could not be saved.
 */
export type AddResult =
  | { kind: "added"; id: number; problems: string[] }
  | { kind: "refused"; toast: string; message: string };

/**
 * Puts a product on a category's shelf: the row first, then image 1, then image 2, then its count and its
 * sizes. Shoppers see it once its pictures are there; when one cannot be uploaded, the row is deleted again.
 */
export async function addProduct(
  data: BrowserData,
  category: Category,
  draft: ProductDraft,
  chosen: ChosenPictures,
): Promise<AddResult> {
  const first = chosen.first && namePicture(data, chosen.first);
  const second = chosen.second && namePicture(data, chosen.second);
  const inserted = await data.rest
    .from(category.table)
    .insert({ ...productDraftRow(draft), img1: first?.address ?? "", img2: second?.address ?? null })
    .select("id")
    .single();
  if (inserted.error) {
    return {
      kind: "refused",
      toast: "Product could not be added.",
      message: explainRefusal(inserted.error.code, draft),
    };
  }
  const { id } = inserted.data;
  if (first && !(await uploadPicture(data, first))) return undo(data, category, id, "Image 1", []);
  if (second && !(await uploadPicture(data, second))) {
    return undo(data, category, id, "Image 2", first ? [first] : []);
  }
  const added = { id, name: draft.name };
  const countProblem = await saveCount(data, added, draft, null);
  const sizeProblem = await saveSizes(data, added, draft.sizes, false);
  return { kind: "added", id, problems: [countProblem, sizeProblem].filter((problem) => problem !== null) };
}

async function undo(
  data: BrowserData,
  category: Category,
  id: number,
  label: string,
  uploaded: readonly NewPicture[],
): Promise<AddResult> {
  const { error } = await data.rest.from(category.table).delete().eq("id", id);
  const toast = error
    ? `${label} could not be uploaded. The item could not be deleted either; shoppers do not see it.`
    : `${label} could not be uploaded. Item deleted in table.`;
  if (!error)
    await removePictures(
      data,
      uploaded.map(({ name }) => name),
    );
  return { kind: "refused", toast, message: toast };
}
