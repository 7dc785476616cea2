import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { BillingDetails } from "./billing.ts";

const COLUMNS = "name, email, phone, line1, city, state, postal_code, country";

/** Returns the billing details of an order; null if it has none yet. */
export async function findBilling(data: BrowserData, orderId: string): Promise<BillingDetails | null> {
  const row = await readWithRetries(["billing", orderId], async () =>
    rowsOf(await data.rest.from("billing_details").select(COLUMNS).eq("order_id", orderId).maybeSingle()),
  );
  if (!row) return null;
  const { postal_code: postalCode, ...rest } = row;
  return { ...rest, postalCode };
}

/** Saves the billing details of a pending order and replaces earlier ones. @throws when they are rejected */
export async function saveBilling(data: BrowserData, orderId: string, details: BillingDetails): Promise<void> {
  const { postalCode, ...rest } = details;
  const row = { ...rest, postal_code: postalCode };
  const updated = await data.rest.from("billing_details").update(row).eq("order_id", orderId).select("order_id");
  if (updated.error) throw new Error(updated.error.message, { cause: updated.error });
  if (updated.data.length > 0) return;
  const inserted = await data.rest.from("billing_details").insert({ order_id: orderId, ...row });
  if (inserted.error) throw new Error(inserted.error.message, { cause: inserted.error });
}
