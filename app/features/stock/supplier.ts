import { t } from "#app/messages/t.ts";
import type { ReadField } from "#app/ui/use-form.ts";
import { isEmailAddress } from "#app/values/contact.ts";

export interface Supplier {
  id: number;
  name: string;
  contactName: string;
  phone: string;
  email: string;
  note: string;
  isArchived: boolean;
}

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
