import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import type { CustomerNote } from "./customer.ts";

/** Adds a note, or a call today with an optional text. */
export async function addNote(
  data: BrowserData,
  customerId: string,
  { kind, text }: Pick<CustomerNote, "kind" | "text">,
): Promise<void> {
  const added = await data.rest.from("customer_notes").insert({ customer_id: customerId, kind, text }).select("id");
  // The customer was deleted in the meantime.
  if (added.error?.code === "23503") throw new Error(t("This customer no longer exists. Reload the page."));
  changedRows(added, t("This customer"));
}

export async function updateNote(
  data: BrowserData,
  { id, text: before }: Pick<CustomerNote, "id" | "text">,
  text: string,
): Promise<void> {
  const { error } = await saveMerged({
    before: { text: before },
    mine: { text },
    subject: t("This note"),
    labels: { text: t("Note") },
    write: rowWriter(data, "customer_notes", { id }),
  });
  if (error) throw new Error(error.message, { cause: error });
}

export async function deleteNote(data: BrowserData, noteId: string): Promise<null> {
  changedRows(await data.rest.from("customer_notes").delete().eq("id", noteId).select("id"), t("This note"));
  return null;
}
