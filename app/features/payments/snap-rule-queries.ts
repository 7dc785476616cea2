import type { CategoryPrefix } from "#app/features/catalog/categories.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { TableRow } from "#app/platform/selected-row.ts";

export type SnapRule = TableRow<"category_snap_rules">["rule"];

/** Returns the rule of each category; a category without a row is not eligible. */
export async function listSnapRules({ rest }: BrowserData): Promise<ReadonlyMap<CategoryPrefix, SnapRule>> {
  const rows = await readRows(["snap-rules"], () => rest.from("category_snap_rules").select("category, rule"));
  return new Map(rows.map(({ category, rule }) => [category, rule]));
}

/** Saves the SNAP rule of a category. @throws when it could not be saved */
export async function saveSnapRule({ rest }: BrowserData, category: CategoryPrefix, rule: SnapRule): Promise<void> {
  const changed = await rest.from("category_snap_rules").update({ rule }).eq("category", category).select("category");
  if (changed.error) throw new Error(changed.error.message, { cause: changed.error });
  if (changed.data.length > 0) return;
  // Upsert, because a new category has no rule yet. Row-level security rejects everyone but the owner.
  const added = await rest.from("category_snap_rules").insert({ category, rule });
  if (added.error) throw new Error(added.error.message, { cause: added.error });
}
