import type { Category } from "#app/features/catalogue/categories.ts";
import { findProduct } from "#app/features/catalogue/read-catalogue.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/** `pictures` are the addresses of those that may go once no page shows them any more. */
export type RemoveResult = { kind: "removed"; pictures: string[] } | { kind: "refused" };

/** Takes a product off the shelf; the database archives instead when an order names it. */
export async function removeProduct(
  data: BrowserData,
  category: Category,
  id: number,
): Promise<RemoveResult> {
  try {
    const before = await findProduct(data.rest, category, id);
    const { error } = await data.rest.from(category.table).delete().eq("id", id);
    // Whoever may not delete is not refused: the row rules find no row. So it is looked for again.
    if (error || (await findProduct(data.rest, category, id))) return { kind: "refused" };
    return { kind: "removed", pictures: before?.pictures.map(({ address }) => address) ?? [] };
  } catch {
    return { kind: "refused" };
  }
}
