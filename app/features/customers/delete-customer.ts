import type { BrowserData } from "#app/platform/browser-data.ts";
import { readErrorBody } from "#app/platform/reads.ts";

/** Deletes a customer on request; for the owner. The database logs it. @returns the message on failure, null on success */
export async function deleteCustomer(data: BrowserData, customerId: string): Promise<string | null> {
  const answer = await data.fetchApi(`/customers/${customerId}`, { method: "DELETE" });
  if (answer.ok) return null;
  const body = await readErrorBody(answer);
  return body.error ?? "We couldn't delete the customer. Try again.";
}
