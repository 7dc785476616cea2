import { expect, test } from "vitest";
import { deliveryBillingAddress, hasAddress, knownBilling } from "./known-billing.ts";

const PLACE = { street: "18 Cypress Bend", unit: "", city: "Humble", zip: "77338", driverNote: "" };
const ADDRESS = { line1: "18 Cypress Bend", city: "Humble", state: "TX", postalCode: "77338", country: "US" };
const CONTACT = { email: "", name: "Ama from the cart", phone: "281 555 0199" };
const SAVED = { name: "Ama", email: "ama@test.example", phone: "2815550177", ...ADDRESS };

test("without saved details, account and order fill in the form", () => {
  const user = { name: "Ama Mensah", email: "ama@test.example" };
  expect(knownBilling(null, user, { deliveryPhoneNumber: "+1 (281) 555-0177" }, CONTACT, "Texas")).toEqual({
    name: "Ama Mensah",
    email: "ama@test.example",
    phone: "2815550177",
    state: "TX",
    country: "US",
  });
  expect(knownBilling(SAVED, user, { deliveryPhoneNumber: "" }, CONTACT, "Texas")).toBe(SAVED);
});

test("what a guest typed in the cart fills in what the new account does not know", () => {
  expect(
    knownBilling(null, { name: "", email: "ama@test.example" }, { deliveryPhoneNumber: "" }, CONTACT, "Texas"),
  ).toMatchObject({ name: "Ama from the cart", email: "ama@test.example", phone: "2815550199" });
});

test("the delivery address fills in the billing address; a pickup has none", () => {
  expect(deliveryBillingAddress({ deliveryType: "delivery", deliveryPlace: PLACE }, "Texas")).toEqual(ADDRESS);
  const unit = deliveryBillingAddress({ deliveryType: "delivery", deliveryPlace: { ...PLACE, unit: "Apt 4" } }, "TX");
  expect(unit?.line1).toBe("18 Cypress Bend, Apt 4");
  expect(deliveryBillingAddress({ deliveryType: "pickup", deliveryPlace: PLACE }, "TX")).toBeNull();
  expect(deliveryBillingAddress({ deliveryType: "delivery", deliveryPlace: { ...PLACE, zip: "" } }, "TX")).toBeNull();
});

test("billing details with another city have another address", () => {
  expect(hasAddress(SAVED, ADDRESS)).toBe(true);
  expect(hasAddress({ ...SAVED, city: "Houston" }, ADDRESS)).toBe(false);
});
