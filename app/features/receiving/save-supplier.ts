import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import type { SupplierFormValues } from "./supplier.ts";

function nameIsTaken(): string {
  return t("Another supplier has this name.");
}

/**
 * Adds or changes a supplier.
 * @returns the error message, or null on success
 * @throws when it could not be saved
 */
export async function saveSupplier(
  { rest }: BrowserData,
  id: number | null,
  { name, contactName, phone, email, note }: SupplierFormValues,
): Promise<string | null> {
  const row = { name, contact_name: contactName, phone, contact_email: email, note };
  const table = rest.from("suppliers");
  const answer = await (id === null ? table.insert(row).select("id") : table.update(row).eq("id", id).select("id"));
  if (answer.error?.code === "23505") return nameIsTaken();
  changedRows(answer, t("This supplier"));
  return null;
}

/**
 * @returns the error message, or null on success
 * @throws when it could not be saved
 */
export async function setSupplierArchived(
  { rest }: BrowserData,
  id: number,
  isArchived: boolean,
): Promise<string | null> {
  const answer = await rest
    .from("suppliers")
    .update({ archived_at: isArchived ? "now" : null })
    .eq("id", id)
    .select("id");
  if (answer.error?.code === "23505") return nameIsTaken();
  changedRows(answer, t("This supplier"));
  return null;
}
