import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { Supplier } from "./supplier.ts";

/** Returns all suppliers, including archived ones, by name. For managers. */
export async function listSuppliers({ rest }: BrowserData): Promise<Supplier[]> {
  const rows = await readWithRetries(["suppliers"], async () =>
    rowsOf(
      await rest
        .from("suppliers")
        .select("id, name, contact_name, phone, contact_email, note, archived_at")
        .order("name")
        .limit(1000),
    ),
  );
  return (rows ?? []).map(({ contact_name, contact_email, archived_at, ...supplier }) => ({
    ...supplier,
    contactName: contact_name,
    email: contact_email,
    isArchived: archived_at !== null,
  }));
}
