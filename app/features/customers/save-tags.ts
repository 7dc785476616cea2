import type { BrowserData } from "#app/platform/browser-data.ts";

/** Replaces the tags of a customer. @throws Error with the database's message */
export async function saveTags(data: BrowserData, customerId: string, tags: readonly string[]): Promise<void> {
  const { error } = await data.rest.rpc("set_customer_tags", { customer_id: customerId, tags: [...tags] });
  if (error) throw new Error(error.message, { cause: error });
}
