import { expect, test } from "vitest";
import { BILLING_FIELDS, type BillingDetails, billingPhone, trimBilling, validateBilling } from "./billing.ts";

function someDetails(chosen: Partial<BillingDetails> = {}): BillingDetails {
  return {
    name: "Ama Mensah",
    email: "ama@example.com",
    phone: "2815550142",
    line1: "12 Yam Street",
    city: "Houston",
    state: "Texas",
    postalCode: "77073",
    country: "US",
    ...chosen,
  };
}

test("complete details have no errors", () => {
  expect(validateBilling(someDetails())).toEqual({});
});

test.each([
  ["name", "Full name is required"],
  ["line1", "Address is required"],
  ["city", "City is required"],
  ["state", "State is required"],
  ["postalCode", "Zip code is required"],
  ["country", "Country is required"],
  ["email", "Email is required"],
  ["phone", "Phone number is required"],
] as const)("an empty %s is reported as required", (field, message) => {
  expect(validateBilling(someDetails({ [field]: "  " }))).toEqual({ [field]: message });
});

test.each(["USA", "us", "U", "1A"])("%s is not a country code", (country) => {
  expect(validateBilling(someDetails({ country }))).toEqual({ country: "Please enter a valid 2-letter country code." });
});

test.each(["281555014", "28155501422", "1", "abcdefghij"])("%s is not a phone number of 10 digits", (phone) => {
  expect(validateBilling(someDetails({ phone }))).toEqual({ phone: "Phone number must be 10 digits" });
});

test.each(["ama", "ama@example", "a b@example.com"])("%s is not a valid email address", (email) => {
  expect(validateBilling(someDetails({ email }))).toEqual({ email: "Please enter a valid email address" });
});

test("an empty form reports all fields at once, from top to bottom", () => {
  const empty = Object.fromEntries(BILLING_FIELDS.map((field) => [field, ""])) as unknown as BillingDetails;
  expect(Object.keys(validateBilling(empty))).toEqual([...BILLING_FIELDS]);
});

test("a phone number in any common format is saved as ten digits", () => {
  const details = someDetails({ phone: "(281) 555-0142" });
  expect([validateBilling(details), trimBilling(details).phone]).toEqual([{}, "2815550142"]);
});

test.each([
  ["(281) 555-0142", "2815550142"],
  ["+1 (281) 555-0142", "2815550142"],
  ["+1 281 555", "281555"],
  ["1-281-555-0142", "2815550142"],
  ["\u202a+1\u00a0281\u2011555\u20110142\u202c", "2815550142"],
  ["1281555", "1281555"],
  ["+44 20 7946 0958", "442079460958"],
  ["28155501424", "28155501424"],
  ["my sister", ""],
])("the billing phone field changes %o to %o", (typed, accepted) => {
  expect(billingPhone(typed)).toBe(accepted);
});

test("spaces around typed values are removed", () => {
  expect(trimBilling(someDetails({ name: " Ama Mensah " })).name).toBe("Ama Mensah");
});
