import type { CategoryPrefix } from "#app/features/catalogue/categories.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { SnapRule } from "./snap-rule-queries.ts";

/** Saves the rule of a category. @throws when it could not be saved */
export async function saveSnapRule({ rest }: BrowserData, category: CategoryPrefix, rule: SnapRule): Promise<void> {
  const { error } = await rest.from("category_snap_rules").upsert({ category, rule });
  if (error) throw new Error(error.message, { cause: error });
}
