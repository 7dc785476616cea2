import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

const COLUMNS =
  "id, name, is_multiple, is_required, choices(id, label, price, is_default, position), product_choice_groups(product_id)" as const;

/** A group of choices as managers edit it; money in dollars, as in the database. */
export type EditedGroup = SelectedRow<"choice_groups", typeof COLUMNS>;

/** Lists all groups by name, with their choices in order. @throws when they cannot be read */
export async function listChoiceGroups(data: BrowserData): Promise<EditedGroup[]> {
  const rows = await readRows(["choice-groups"], () =>
    data.rest.from("choice_groups").select(COLUMNS).order("name").limit(200),
  );
  return rows.map(inOrder);
}

/** Reads a group again; null if it was deleted. @throws when it cannot be read */
export async function findChoiceGroup(data: BrowserData, id: number): Promise<EditedGroup | null> {
  const group = rowsOf(await data.rest.from("choice_groups").select(COLUMNS).eq("id", id).maybeSingle());
  return group && inOrder(group);
}

function inOrder(group: EditedGroup): EditedGroup {
  return { ...group, choices: group.choices.toSorted((one, other) => one.position - other.position) };
}

/** Returns the ids of a product's groups, in order. @throws when they cannot be read */
export async function listGroupIdsOf(data: BrowserData, productId: number): Promise<number[]> {
  const rows = await readRows(["choice-groups", productId], () =>
    data.rest.from("product_choice_groups").select("group_id").eq("product_id", productId).order("position"),
  );
  return rows.map(({ group_id }) => group_id);
}
