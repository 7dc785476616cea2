import type { CurrentUser } from "#app/features/account/current-user.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { type BillingDetails, billingPhone } from "./billing.ts";
import { stateCode } from "./countries.ts";
import type { GuestContact } from "./guest-checkout.ts";

/** Address fields of the billing form. */
export type BillingAddress = Pick<BillingDetails, "line1" | "city" | "state" | "postalCode" | "country">;

const COUNTRY = "US";

/**
 * Returns the initial values of the billing form: the last billing details, or else data of the account, the order's
 * delivery, what the customer typed in the cart as a guest, and the store's state.
 */
export function knownBilling(
  saved: BillingDetails | null,
  user: Pick<CurrentUser, "name" | "email"> | null,
  order: Pick<OrderWithLines, "deliveryPhoneNumber">,
  contact: GuestContact,
  storeState: string,
): Partial<BillingDetails> {
  if (saved) return saved;
  return {
    name: user?.name || contact.name,
    email: user?.email ?? "",
    phone: billingPhone(order.deliveryPhoneNumber || contact.phone),
    state: stateCode(storeState),
    country: COUNTRY,
  };
}

/**
 * Returns the delivery address for the billing form; null for a pickup, or an address without street, city, or ZIP
 * code.
 */
export function deliveryBillingAddress(
  { deliveryType, deliveryPlace }: Pick<OrderWithLines, "deliveryType" | "deliveryPlace">,
  storeState: string,
): BillingAddress | null {
  const { street, unit, city, zip } = deliveryPlace;
  if (deliveryType !== "delivery" || !street || !city || !zip) return null;
  return {
    line1: unit ? `${street}, ${unit}` : street,
    city,
    state: stateCode(storeState),
    postalCode: zip,
    country: COUNTRY,
  };
}

/** Returns whether the billing details have this address. */
export function hasAddress(details: BillingDetails, address: BillingAddress): boolean {
  return keysOf(address).every((field) => details[field] === address[field]);
}
