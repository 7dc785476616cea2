import type { Category } from "#app/features/catalog/categories.ts";
import { findProduct } from "#app/features/catalog/product-queries.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/** Result of removing a product; `pictures` are the URLs of images to remove once no page shows them. */
export type RemoveResult = { kind: "removed"; pictures: string[] } | { kind: "rejected" };

/** Removes a product from sale; the database archives it if an order names it. */
export async function removeProduct(data: BrowserData, category: Category, id: number): Promise<RemoveResult> {
  try {
    const before = await findProduct(data.rest, category, id);
    const { error } = await data.rest.from(category.table).delete().eq("id", id);
    // Row-level security hides rows instead of rejecting the delete, so check whether the row still exists.
    if (error || (await findProduct(data.rest, category, id))) return { kind: "rejected" };
    return { kind: "removed", pictures: before?.pictures.map(({ address }) => address) ?? [] };
  } catch {
    return { kind: "rejected" };
  }
}
