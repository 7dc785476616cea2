import type { Category } from "#app/features/catalog/categories.ts";
import { PREVIEW_COLUMNS, type ProductSummary, productSummaryFromRow } from "#app/features/catalog/product.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";

const answers = new Map<string, Promise<ProductSummary[]>>();

/**
 * Returns the category's products that are hidden because an image is missing, for example when the browser was closed
 * during the upload. Read once per category until a write.
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

/** Forgets the result after a write, so that the next call reads again. */
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
