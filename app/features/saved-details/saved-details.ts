import { preferenceFrom, type SubstitutionPreference } from "#app/features/catalog/substitution-preference.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows, checkWrite } from "#app/platform/changed-rows.ts";
import { readRow, readRows } from "#app/platform/reads.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { phoneText } from "#app/values/contact.ts";
import type { Address, SavedAddress } from "./saved-address.ts";

/** Billing details of the last payment, with the fields of the billing form. */
export type SavedBilling = NonNullable<Awaited<ReturnType<typeof findSavedBilling>>>;

/** Data saved for the next order. */
export type SavedDetails = Awaited<ReturnType<typeof readSavedDetails>>;

const ADDRESS_COLUMNS = "id, street, unit, city, postal_code, instructions, phone";
export const BILLING_COLUMNS = "name, email, phone, line1, city, state, postal_code, country";

/** Reads the saved details of the current user. @throws when they cannot be read */
export async function readSavedDetails(data: BrowserData) {
  const [addresses, billing, preference] = await Promise.all([
    listSavedAddresses(data),
    findSavedBilling(data),
    findSavedPreference(data),
  ]);
  return { addresses, billing, preference };
}

export async function listSavedAddresses(data: BrowserData): Promise<SavedAddress[]> {
  const rows = await readRows(["saved-addresses"], () =>
    data.rest.from("saved_addresses").select(ADDRESS_COLUMNS).order("used_at", { ascending: false }).order("id"),
  );
  return rows.map((row) => camelCased(row));
}

export async function findSavedBilling(data: BrowserData) {
  const row = await readRow(["saved-billing"], () =>
    data.rest.from("saved_billing").select(BILLING_COLUMNS).maybeSingle(),
  );
  return row && camelCased(row);
}

export async function findSavedPreference(data: BrowserData): Promise<SubstitutionPreference | null> {
  const row = await readRow(["saved-preference"], () =>
    data.rest.from("saved_preferences").select("substitution_preference").maybeSingle(),
  );
  return preferenceFrom(row?.substitution_preference);
}

/** Saves an address as the last one used; an existing one is not stored twice. @throws when it is rejected */
export async function saveAddress(data: BrowserData, address: Address): Promise<void> {
  checkWrite(await data.rest.rpc("save_address", addressRow(address)));
}

/** Saves the changes of an address. @throws when they are rejected, such as for a duplicate */
export async function changeAddress(data: BrowserData, { id, ...before }: SavedAddress, mine: Address): Promise<void> {
  const answer = await saveMerged({
    before: addressRow(before),
    mine: addressRow(mine),
    subject: t("This address"),
    labels: {
      street: t("Street address"),
      unit: t("Apartment or suite (optional)"),
      city: t("City"),
      postal_code: t("ZIP code"),
      phone: { label: t("Phone number"), show: phoneText },
      instructions: t("Instructions for the driver (optional)"),
    },
    write: rowWriter(data, "saved_addresses", { id }),
  });
  checkWrite(answer);
}

function addressRow({ postalCode, ...rest }: Address) {
  return { ...rest, postal_code: postalCode };
}

/** Replaces the saved billing details. @throws when they are rejected */
export async function saveBillingForNextOrder(data: BrowserData, { postalCode, ...rest }: SavedBilling): Promise<void> {
  checkWrite(await data.rest.from("saved_billing").upsert({ ...rest, postal_code: postalCode }));
}

/** Deletes the user's billing details; row-level security limits the delete to their own row. */
export async function removeBilling(data: BrowserData): Promise<void> {
  changedRows(
    await data.rest.from("saved_billing").delete().not("user_id", "is", null).select("user_id"),
    t("Your billing address"),
  );
}

export async function savePreference(data: BrowserData, preference: SubstitutionPreference): Promise<void> {
  checkWrite(await data.rest.from("saved_preferences").upsert({ substitution_preference: preference }));
}

export async function removePreference(data: BrowserData): Promise<void> {
  // Nothing was saved, so there is nothing to delete.
  checkWrite(await data.rest.from("saved_preferences").delete().not("user_id", "is", null));
}
