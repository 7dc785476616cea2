import { expect, test } from "vitest";
import { aCurrentProduct } from "#tests/a-cart-item.ts";
import { blockedText, leftOf, missingText, shortagesAfter } from "./cart-availability.ts";

const none = new Map<string, number>();
const yam = { id: 7, name: "Puna Yam", size: null, quantity: 3 };
const callaloo = { id: 9, name: "Callaloo", size: null, quantity: 1 };

const aProduct = (id: number, isSoldOut: boolean, quantityLeft: number | null) =>
  aCurrentProduct(id, { isSoldOut, quantityLeft });

test("a line has a shortfall when its quantity is above the stock", () => {
  const shortages = shortagesAfter(none, [aProduct(7, false, 2), aProduct(9, false, null)]);
  expect(leftOf(yam, shortages)).toBe(2);
  expect(leftOf({ ...yam, quantity: 2 }, shortages)).toBeNull();
  expect(leftOf(callaloo, shortages)).toBeNull();
});

test("a sold-out product has none left until it is restocked", () => {
  const soldOut = shortagesAfter(none, [aProduct(9, true, null)]);
  expect(leftOf(callaloo, soldOut)).toBe(0);
  expect(leftOf(callaloo, shortagesAfter(soldOut, [aProduct(9, false, null)]))).toBeNull();
});

test("a known stock count is kept when the catalog only reports that a product is in stock", () => {
  const counted = shortagesAfter(none, [aProduct(7, false, 2)]);
  expect(leftOf(yam, shortagesAfter(counted, [aProduct(7, false, null)]))).toBe(2);
  expect(leftOf(yam, shortagesAfter(counted, [aProduct(7, false, 5)]))).toBeNull();
});

test("each line with a shortfall is reported in one sentence", () => {
  const shortages = shortagesAfter(none, [aProduct(7, false, 2), aProduct(9, true, 0)]);
  expect(blockedText([yam, callaloo], shortages)).toBe(
    "Only 2 of Puna Yam are left. Callaloo is sold out. Change your cart to continue.",
  );
  expect(blockedText([{ ...yam, quantity: 1 }], shortages)).toBeNull();
  expect(missingText("Puna Yam", 1)).toBe("Only 1 of Puna Yam is left.");
});

test("one size can have a shortfall while another is in stock", () => {
  const medium = { ...yam, name: "Dress", size: { id: 31, label: "M" } };
  const large = { ...medium, size: { id: 32, label: "L" } };
  const shortages = shortagesAfter(none, [{ ...aProduct(7, false, 1), size: { id: 31 } }]);
  expect([leftOf(medium, shortages), leftOf(large, shortages)]).toEqual([1, null]);
  expect(blockedText([medium, large], shortages)).toBe(
    "Only 1 of Dress, size M is left. Change your cart to continue.",
  );
});
