import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { ReadField } from "#app/ui/use-form.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { isEmailAddress } from "#app/values/contact.ts";

export type Supplier = Awaited<ReturnType<typeof listSuppliers>>[number];

export type SupplierFormValues = Pick<Supplier, "name" | "contactName" | "phone" | "email" | "note">;

export function readSupplierForm(field: ReadField): SupplierFormValues {
  return {
    name: field("name").trim(),
    contactName: field("contactName").trim(),
    phone: field("phone").trim(),
    email: field("email").trim(),
    note: field("note").trim(),
  };
}

/** Returns error messages by field; the database checks again. */
export function validateSupplier({
  name,
  email,
}: SupplierFormValues): Partial<Record<keyof SupplierFormValues, string>> {
  return {
    ...(name === "" ? { name: t("Enter the supplier's name.") } : {}),
    ...(email !== "" && !isEmailAddress(email) ? { email: t("Enter a valid email address, or leave it empty.") } : {}),
  };
}

/** Returns the known contact details, such as "Ada Obi · (281) 555-0123 · ada@sahel.example". */
export function contactText({ contactName, phone, email }: Supplier): string {
  return [contactName, phone, email].filter(Boolean).join(" · ");
}

/** Returns all suppliers, including archived ones, by name. For managers. */
export async function listSuppliers({ rest }: BrowserData) {
  const rows = await readRows(["suppliers"], () =>
    rest
      .from("suppliers")
      .select("id, name, contact_name, phone, contact_email, note, archived_at")
      .order("name")
      .limit(1000),
  );
  return rows.map(({ contact_email, archived_at, ...supplier }) => ({
    ...camelCased(supplier),
    email: contact_email,
    isArchived: archived_at !== null,
  }));
}
