import { t } from "#app/messages/t.ts";
import { phoneDigits } from "#app/values/contact.ts";
import { objectOf } from "#app/values/typed-object.ts";

/** Delivery address saved in the account. Without city and ZIP code, the street holds the whole address. */
export interface Address {
  street: string;
  /** Apartment, suite or floor; empty for none. */
  unit: string;
  city: string;
  postalCode: string;
  /** Note for the driver. */
  instructions: string;
  /** Phone number of the recipient; ten digits. */
  phone: string;
}

export interface SavedAddress extends Address {
  id: string;
}

const ADDRESS_FIELDS = [
  "street",
  "unit",
  "city",
  "postalCode",
  "instructions",
  "phone",
] as const satisfies readonly (keyof Address)[];

/** Maximum lengths, as in the database. */
export const MAX_CHARACTERS: Readonly<Record<keyof Address, number>> = {
  street: 300,
  unit: 50,
  city: 100,
  postalCode: 20,
  instructions: 300,
  phone: 30,
};

/**
 * Returns the address on one line, as in an order: "18 Cypress Bend, Apt 4, Humble, Texas 77338".
 * @param shopState the only state that the store delivers to
 */
export function addressText(
  { street, unit, city, postalCode }: Pick<Address, "street" | "unit" | "city" | "postalCode">,
  shopState: string,
): string {
  const inState = city === "" && postalCode === "" ? "" : `${shopState} ${postalCode}`.trim();
  return [street, unit, city, inState].filter((part) => part !== "").join(", ");
}

export function readAddress(read: (field: keyof Address) => string): Address {
  const address = objectOf(ADDRESS_FIELDS.map((field) => [field, read(field).trim()]));
  return { ...address, phone: phoneDigits(address.phone) ?? address.phone };
}

/** Returns error messages by field; empty for a valid address. */
export function validateAddress(address: Address): Partial<Record<keyof Address, string>> {
  return {
    ...(address.street === "" ? { street: t("Address is required") } : {}),
    ...(/^(\d{5}(-\d{4})?)?$/.test(address.postalCode) ? {} : { postalCode: t("A ZIP code has five digits") }),
    ...(address.phone === "" ? { phone: t("Phone number is required") } : {}),
  };
}
