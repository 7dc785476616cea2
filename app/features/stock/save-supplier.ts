import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows, checkWrite } from "#app/platform/changed-rows.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { type FieldLabels, saveMerged } from "#app/ui/save-merged.ts";
import type { Supplier, SupplierFormValues } from "./supplier.ts";

const errorTexts = () => ({ 23505: t("Another supplier has this name.") });

/** Adds a supplier, or saves the changes of one. */
export async function saveSupplier(
  data: BrowserData,
  supplier: Supplier | null,
  values: SupplierFormValues,
): Promise<void> {
  const answer =
    supplier === null
      ? await data.rest.from("suppliers").insert(rowFrom(values))
      : await saveMerged({
          before: rowFrom(supplier),
          mine: rowFrom(values),
          subject: t("This supplier"),
          labels: supplierLabels(),
          write: rowWriter(data, "suppliers", { id: supplier.id }),
        });
  checkWrite(answer, errorTexts());
}

function rowFrom({ name, contactName, phone, email, note }: SupplierFormValues) {
  return { name, contact_name: contactName, phone, contact_email: email, note };
}

function supplierLabels(): FieldLabels<ReturnType<typeof rowFrom>> {
  return {
    name: t("Supplier name"),
    contact_name: t("Contact (optional)"),
    phone: t("Phone (optional)"),
    contact_email: t("Email (optional)"),
    note: t("Note (optional)"),
  };
}

export async function setSupplierArchived({ rest }: BrowserData, id: number, isArchived: boolean): Promise<void> {
  const archived_at = isArchived ? "now" : null;
  const answer = await rest.from("suppliers").update({ archived_at }).eq("id", id).select("id");
  changedRows(answer, t("This supplier"), errorTexts());
}
