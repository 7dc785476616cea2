import type { Category } from "#app/features/catalogue/categories.ts";
import { PREVIEW_COLUMNS, type ProductSummary, productSummaryFromRow } from "#app/features/catalogue/product.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";

const answers = new Map<string, Promise<ProductSummary[]>>();

/**
 * Returns the category's products that are hidden because an image is missing: a browser was closed between row and
 * image. Read once per category and visit.
 */
export function listHiddenProducts(category: Category): Promise<ProductSummary[]> {
  const known = answers.get(category.prefix);
  if (known !== undefined) return known;
  const answer = readHiddenProducts(category).catch((error: unknown) => {
    console.error(error);
    return [];
  });
  answers.set(category.prefix, answer);
  return answer;
}

/** After a write they are read again. */
export function forgetHiddenProducts(category: Category): void {
  answers.delete(category.prefix);
}

async function readHiddenProducts(category: Category): Promise<ProductSummary[]> {
  const { data, error } = await getBrowserData()
    .rest.from("products")
    .select(PREVIEW_COLUMNS)
    .eq("category", category.prefix)
    .is("archived_at", null)
    .is("pictures_ready", false)
    .order("id");
  if (error) throw new Error(error.message, { cause: error });
  return data.map(productSummaryFromRow);
}
