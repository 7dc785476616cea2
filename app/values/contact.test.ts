import { expect, test } from "vitest";
import {
  internationalNumber,
  isEmailAddress,
  phoneAddress,
  phoneDigits,
  phoneText,
  whatsappAddress,
} from "./contact.ts";

test.each([
  "2815550123",
  "(281) 555-0123",
  "281-555-0123",
  "281.555.0123",
  " 281 555 0123 ",
  "281\u2011555\u20110123",
  "+1 (281) 555-0123",
  "1-281-555-0123",
  "(+1) 281 555 0123",
  "\u202a+1 281 555 0123\u202c",
  "\u2066281\u2069 \u200e555-0123\u200f",
])("%s is a phone number, displayed as (281) 555-0123", (typed) => {
  expect([phoneDigits(typed), phoneText(typed)]).toEqual(["2815550123", "(281) 555-0123"]);
});

test.each([
  "",
  "1",
  "555-0123",
  "28155501234",
  "call my sister",
  "281555012x",
  "+44 20 7946 0958",
  "+220 123 4567",
  "+65 6123 4567",
  "+47 22 12 34 56 78",
  "+281 555 0123",
])("%o is not a phone number, and stays unchanged", (typed) => {
  expect([phoneDigits(typed), phoneText(typed)]).toEqual([null, typed]);
});

test("a phone link has the country code", () => {
  const addresses = ["(281) 555-0142", "1-281-555-0142", "+44 20 7946 0958", "my sister"].map(phoneAddress);
  expect(addresses).toEqual(["tel:+12815550142", "tel:+12815550142", "tel:+442079460958", undefined]);
});

test.each(["ama@example.com", "ama.mensah+shop@mail.example.co.uk"])("%s is an email address", (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  "",
  "ama",
  "ama@example",
  "@example.com",
  "ama@.com",
  "ama@example.",
  "ama@example..com",
  "a b@example.com",
  "a@b@c.de",
  "ama@example.com,",
  "kofi;ama@example.com",
  "<ama@example.com>",
])("%o is not an email address", (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test("an international number is accepted with its country code and any separators", () => {
  expect(internationalNumber("+1 (281) 555-0123")).toBe("+12815550123");
  for (const typed of ["", "281 555 0123", "+0 281 555 0123", "+1", "+1281555012x"]) {
    expect(internationalNumber(typed)).toBeNull();
  }
});

test("a WhatsApp link has the number's digits and the text encoded", () => {
  expect(whatsappAddress("+1 (281) 555-0142")).toBe("https://wa.me/12815550142");
  expect(whatsappAddress("+234 805 555 0142", "Palm oil & yam? 100% #1: https://shop.example/?a=b")).toBe(
    "https://wa.me/2348055550142?text=Palm%20oil%20%26%20yam%3F%20100%25%20%231%3A%20https%3A%2F%2Fshop.example%2F%3Fa%3Db",
  );
});
