import type { BrowserData } from "#app/platform/browser-data.ts";

/**
 * Returns everything stored about a customer as a JSON file, to answer a request to know; for the owner. The database
 * logs the export. The file includes staff notes, which are personal data too.
 */
export async function exportCustomer(data: BrowserData, customerId: string): Promise<Blob> {
  const { data: content, error } = await data.rest.rpc("export_customer", { customer_id: customerId });
  if (error) throw new Error(error.message, { cause: error });
  return new Blob([JSON.stringify(content, null, 2)], { type: "application/json" });
}
