import { expect, test } from "vitest";
import { type Address, addressText, readAddress, validateAddress } from "./saved-address.ts";

function anAddress(chosen: Partial<Address> = {}): Address {
  return {
    street: "18 Cypress Bend",
    unit: "Apt 4",
    city: "Humble",
    postalCode: "77338",
    instructions: "",
    phone: "2815550177",
    ...chosen,
  };
}

test.for<[Partial<Address>, string]>([
  [{}, "18 Cypress Bend, Apt 4, Humble, Texas 77338"],
  [{ unit: "" }, "18 Cypress Bend, Humble, Texas 77338"],
  [{ unit: "", city: "" }, "18 Cypress Bend, Texas 77338"],
  [{ unit: "", postalCode: "" }, "18 Cypress Bend, Humble, Texas"],
  [
    { street: "18 Cypress Bend, Humble, TX 77338", unit: "", city: "", postalCode: "" },
    "18 Cypress Bend, Humble, TX 77338",
  ],
])("an address with %o is written in one line", ([chosen, text]) => {
  expect(addressText(anAddress(chosen), "Texas")).toBe(text);
});

test("an address needs its street and a phone number, and a ZIP code has five digits", () => {
  expect(validateAddress(anAddress())).toEqual({});
  expect(validateAddress(anAddress({ phone: "call my sister" }))).toEqual({});
  expect(validateAddress(anAddress({ postalCode: "", city: "" }))).toEqual({});
  expect(validateAddress(anAddress({ street: "", postalCode: "7733", phone: "" }))).toEqual({
    street: "Address is required",
    postalCode: "A ZIP code has five digits",
    phone: "Phone number is required",
  });
});

test("typed addresses are trimmed, and the phone number becomes digits", () => {
  const typed: Record<string, string> = { street: " 18 Cypress Bend ", phone: "(281) 555-0177" };
  expect(readAddress((field) => typed[field] ?? "")).toEqual(anAddress({ unit: "", city: "", postalCode: "" }));
});
