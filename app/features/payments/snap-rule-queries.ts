import type { CategoryPrefix } from "#app/features/catalog/categories.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { TableRow } from "#app/platform/selected-row.ts";

export type SnapRule = TableRow<"category_snap_rules">["rule"];

/** Returns the rule of each category; a category without a row is not eligible. */
export async function listSnapRules({ rest }: BrowserData): Promise<ReadonlyMap<CategoryPrefix, SnapRule>> {
  const rows = await readWithRetries(["snap-rules"], async () =>
    rowsOf(await rest.from("category_snap_rules").select("category, rule")),
  );
  return new Map((rows ?? []).map(({ category, rule }) => [category, rule]));
}
