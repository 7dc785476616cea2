import type { Category } from "#app/features/catalogue/categories.ts";
import { findProduct } from "#app/features/catalogue/read-catalogue.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { removeUnusedPictures } from "./product-pictures.ts";

/**
 * Takes a product off the shelf; the database archives instead when an order names it.
 * @returns whether it is off the shelf
 */
export async function removeProduct(data: BrowserData, category: Category, id: number): Promise<boolean> {
  try {
    const before = await findProduct(data.rest, category, id);
    const { error } = await data.rest.from(category.table).delete().eq("id", id);
    // Whoever may not delete is not refused: the row rules find no row. So it is looked for again.
    if (error || (await findProduct(data.rest, category, id))) return false;
    if (before) await removeUnusedPictures(data, [before.image, before.secondImage]);
    return true;
  } catch {
    return false;
  }
}
