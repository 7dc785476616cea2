import { t } from "#app/messages/t.ts";

/** Maximum number of products that `search_products` finds. */
const MAX_FOUND = 200;

/**
 * Returns how many products a search shows. A search that found its maximum may match more.
 * @param totalCount products that fit the filters
 * @param allCount products without filters
 */
export function foundText(totalCount: number, allCount: number): string {
  if (allCount < MAX_FOUND) return t("{count, plural, one {# product} other {# products}}", { count: totalCount });
  return totalCount === allCount
    ? t("The {count} best matches", { count: totalCount })
    : t("{count} of the {all} best matches", { count: totalCount, all: allCount });
}
