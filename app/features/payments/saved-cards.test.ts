import { expect, test } from "vitest";
import { expiryText, isExpired, savedCardName } from "./saved-cards.ts";

const card = { id: "pm_1", brand: "visa", last4: "4242", expiryMonth: 4, expiryYear: 2034 };

test.each([
  ["2034-04-30T23:59", false],
  ["2034-05-01T00:00", true],
  ["2033-12-31T23:59", false],
])("a card of 04/34 at %s is expired: %s", (now, expired) => {
  expect(isExpired(card, new Date(now))).toBe(expired);
});

test("a saved card is named by brand and last four digits", () => {
  expect(savedCardName(card)).toBe("Visa ending in 4242");
  expect(savedCardName({ ...card, brand: "amex", last4: "0005" })).toBe("American Express ending in 0005");
  expect(savedCardName({ ...card, brand: "a_brand_of_tomorrow" })).toBe("Card ending in 4242");
  expect(expiryText(card)).toBe("04/34");
});
