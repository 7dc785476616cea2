import type { Cart } from "#app/features/cart/cart.ts";
import { BILLING_COLUMNS, findSavedBilling } from "#app/features/saved-details/saved-details.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readRow } from "#app/platform/reads.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { type BillingDetails, validateBilling } from "./billing.ts";
import { deliveryBillingAddress } from "./known-billing.ts";

/** Returns the billing details of an order; null if it has none yet. */
export async function findBilling(data: BrowserData, orderId: string): Promise<BillingDetails | null> {
  const row = await readRow(["billing", orderId], () =>
    data.rest.from("billing_details").select(BILLING_COLUMNS).eq("order_id", orderId).maybeSingle(),
  );
  return row && camelCased(row);
}

/** PostgreSQL's code for a row that a policy rejects. */
const NOT_ALLOWED = "42501";

/** Error for billing details of an order that was paid or canceled. */
export class OrderClosedError extends Error {}

/**
 * Saves the billing details of a pending order and replaces earlier ones.
 * @throws OrderClosedError if the order is not pending; Error for any other failure
 */
export async function saveBilling(data: BrowserData, orderId: string, details: BillingDetails): Promise<void> {
  const { postalCode, ...rest } = details;
  const row = { ...rest, postal_code: postalCode };
  const updated = await data.rest.from("billing_details").update(row).eq("order_id", orderId).select("order_id");
  if (updated.error) throw new Error(updated.error.message, { cause: updated.error });
  if (updated.data.length > 0) return;
  const inserted = await data.rest.from("billing_details").insert({ order_id: orderId, ...row });
  if (!inserted.error) return;
  const { code, message } = inserted.error;
  throw new (code === NOT_ALLOWED ? OrderClosedError : Error)(message, { cause: inserted.error });
}

/**
 * Saves the customer's last billing details for a new order, with the delivery address as the billing form proposes it.
 * @returns false if something is missing, so that the billing form must ask
 */
export async function reuseBilling(orderId: string, cart: Cart, storeState: string): Promise<boolean> {
  try {
    const saved = await findSavedBilling(getBrowserData());
    if (!saved || Object.keys(validateBilling(saved)).length > 0) return false;
    const deliveryPlace = {
      street: cart.deliveryAddress.trim(),
      unit: cart.deliveryUnit.trim(),
      city: cart.deliveryCity.trim(),
      zip: cart.deliveryZip.trim(),
      driverNote: "",
    };
    const delivery = deliveryBillingAddress({ deliveryType: cart.deliveryOption, deliveryPlace }, storeState);
    await saveBilling(getBrowserData(), orderId, { ...saved, ...delivery });
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}
