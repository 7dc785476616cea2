import type { SavedBilling } from "#app/features/saved-details/saved-details.ts";
import { t } from "#app/messages/t.ts";
import { isEmailAddress, phoneDigits } from "#app/values/contact.ts";
import { objectOf } from "#app/values/typed-object.ts";

/** Payer and address of the receipt, one set per order. */
export type BillingDetails = SavedBilling;

type Contact = Pick<BillingDetails, "name" | "phone">;

export type BillingField = keyof BillingDetails;
export type BillingErrors = Partial<Record<BillingField, string>>;

/** In the order of the form, so that the first error is the topmost one. */
export const BILLING_FIELDS = [
  "name",
  "email",
  "phone",
  "line1",
  "city",
  "state",
  "postalCode",
  "country",
] as const satisfies readonly BillingField[];

const requiredTexts = (): Record<BillingField, string> => ({
  name: t("Full name is required"),
  email: t("Email is required"),
  phone: t("Phone number is required"),
  line1: t("Address is required"),
  city: t("City is required"),
  state: t("State is required"),
  postalCode: t("Zip code is required"),
  country: t("Country is required"),
});

/** Reads the billing fields of a form. */
export function readBilling(read: (field: BillingField) => string): BillingDetails {
  return objectOf(BILLING_FIELDS.map((field) => [field, read(field)]));
}

/** Returns the digits of a typed phone number, without the country's +1. */
export function billingPhone(typed: string): string {
  const digits = typed.replaceAll(/\D/g, "");
  const hasCountry = /^\D*\+\D*1/.test(typed) || /^1\d{10}$/.test(digits);
  return hasCountry ? digits.slice(1) : digits;
}

/** Returns the values without surrounding spaces, and the phone number as ten digits. */
export function trimBilling(typed: BillingDetails): BillingDetails {
  return { ...readBilling((field) => typed[field].trim()), ...trimContact(typed) };
}

/** Does the same for name and phone number alone. */
export function trimContact({ name, phone }: Contact): Contact {
  return { name: name.trim(), phone: billingPhone(phone.trim()) };
}

/** Returns the message of each invalid field; empty when the details can be saved. */
export function validateBilling(details: BillingDetails): BillingErrors {
  const errors: BillingErrors = {};
  for (const field of BILLING_FIELDS) {
    const value = details[field].trim();
    if (value === "") errors[field] = requiredTexts()[field];
    else if (field === "country" && !/^[A-Z]{2}$/.test(value))
      errors.country = t("Please enter a valid 2-letter country code.");
    else if (field === "phone" && phoneDigits(value) === null) errors.phone = t("Phone number must be 10 digits");
    else if (field === "email" && !isEmailAddress(value)) errors.email = t("Please enter a valid email address");
  }
  return errors;
}

/** Returns the messages of name and phone number. */
export function validateContact(contact: Contact): Pick<BillingErrors, keyof Contact> {
  const { name, phone } = validateBilling({ ...readBilling(() => ""), ...contact });
  return { ...(name ? { name } : {}), ...(phone ? { phone } : {}) };
}

/** Returns the payer's name and address, one text per line. */
export function billingLines({ name, line1, city, state, postalCode, country }: BillingDetails): string[] {
  return [name, line1, `${city}, ${state} ${postalCode}, ${country}`];
}
