import { expect, test } from "vitest";
import { cardBrand } from "../card-number.ts";
import { cardParameters, findCardError, formatCardNumber, formatCvc, formatExpiry } from "./card-input.ts";

const TODAY = new Date(2026, 10, 21);
const PAYING = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123" };

test.each([
  ["4242424242424242", "4242 4242 4242 4242"],
  ["4242-4242", "4242 4242"],
  ["42424", "4242 4"],
  ["378282246310005", "3782 822463 10005"],
  ["no card", ""],
  ["42424242424242424242424", "4242 4242 4242 4242 424"],
])("the number %s is formatted as %s", (typed, shown) => {
  expect(formatCardNumber(typed)).toBe(shown);
});

test.each([
  ["1", "1"],
  ["12", "12"],
  ["12/", "12 / "],
  ["1234", "12 / 34"],
  ["12 / 3", "12 / 3"],
  ["4", "04"],
  ["434", "04 / 34"],
  ["12/2034", "12 / 34"],
  ["122034", "12 / 34"],
])("the date %s is formatted as %s", (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

test("a security code has at most four digits", () => {
  expect(formatCvc("12a345")).toBe("1234");
});

test.each([
  ["4", "visa"],
  ["55", "mastercard"],
  ["2223", "mastercard"],
  ["37", "amex"],
  ["6011", "discover"],
  ["9", "unknown"],
])("a number that begins with %s has the brand %s", (number, brand) => {
  expect(cardBrand(number)).toBe(brand);
});

test.each([
  [{}, null],
  [{ number: "" }, "Your card number is incomplete."],
  [{ number: "4242 4242 4242 424" }, "Your card number is incomplete."],
  [{ number: "4242 4242 4242 4241" }, "Your card number is invalid."],
  [{ expiry: "1" }, "Your card's expiration date is incomplete."],
  [{ expiry: "13 / 34" }, "Your card's expiration date is incomplete."],
  [{ expiry: "12 / 25" }, "Your card's expiration year is in the past."],
  [{ expiry: "10 / 26" }, "Your card's expiration date is in the past."],
  [{ expiry: "11 / 26" }, null],
  [{ cvc: "12" }, "Your card's security code is incomplete."],
  [{ number: "3782 822463 10005", cvc: "123" }, "Your card's security code is incomplete."],
  [{ number: "3782 822463 10005", cvc: "1234" }, null],
])("with %o the card field reports %s", (typed, message) => {
  expect(findCardError({ ...PAYING, ...typed }, TODAY)?.message ?? null).toBe(message);
});

test("a confirmation contains the parameters that Stripe.js sends", () => {
  expect(cardParameters(PAYING)).toEqual({
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": "4242424242424242",
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "34",
    "payment_method_data[card][cvc]": "123",
  });
});
