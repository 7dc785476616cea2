import type { FindText } from "#app/features/translations/content-texts.ts";
import { translateSummary } from "#app/features/translations/translated-products.ts";
import type { RecipeLine } from "./recipe.ts";

/** Returns the lines of a recipe with translated products. */
export function translateLines(lines: readonly RecipeLine[], find: FindText): RecipeLine[] {
  return lines.map((line) => {
    const product = translateSummary(line.product, find);
    return { ...line, product, size: product.sizes.find(({ id }) => id === line.size?.id) ?? null };
  });
}
