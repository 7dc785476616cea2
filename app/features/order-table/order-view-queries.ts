import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import { rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

const COLUMNS = "id, name, search";

/** Saved view of a staff member: a named filter. */
export type OrderView = SelectedRow<"order_views", typeof COLUMNS>;

export const MAX_VIEW_NAME = 40;

/** Returns the saved views in the order in which they were saved. */
export async function listOrderViews({ rest }: BrowserData): Promise<OrderView[]> {
  return rowsOf(await rest.from("order_views").select(COLUMNS).order("created_at")) ?? [];
}

export async function saveOrderView(
  { rest }: BrowserData,
  view: Pick<OrderView, "name" | "search">,
): Promise<CommandResult> {
  const { error } = await rest.from("order_views").insert(view);
  if (error?.code === "23505")
    return { kind: "rejected", message: t("You already have a view named “{name}”.", { name: view.name }) };
  return commandResult({ error });
}

/** @throws when it could not be deleted */
export async function deleteOrderView({ rest }: BrowserData, { id }: OrderView): Promise<void> {
  changedRows(await rest.from("order_views").delete().eq("id", id).select("id"), t("This view"));
}
