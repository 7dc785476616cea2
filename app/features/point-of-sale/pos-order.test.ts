import { expect, test } from "vitest";
import { addPosProduct, draftProblems, EMPTY_DRAFT, type PosItem, productKey, setQuantity } from "./pos-order.ts";

const yam: PosItem = {
  productId: 1,
  size: null,
  name: "Puna Yam",
  imageUrl: "",
  unitPriceCents: 1799,
  isSoldOut: false,
};
const dress = { ...yam, productId: 2, size: { id: 7, label: "M" }, name: "Dress" };

test("a second press of the same thing makes two of it, and none of it takes the line away", () => {
  const lines = addPosProduct(addPosProduct(addPosProduct([], yam), dress), yam);
  expect(lines.map(({ name, quantity }) => [name, quantity])).toEqual([
    ["Puna Yam", 2],
    ["Dress", 1],
  ]);
  expect(setQuantity(lines, productKey(yam), 0).map(({ name }) => name)).toEqual(["Dress"]);
  expect(setQuantity(lines, productKey(dress), 5000).at(-1)?.quantity).toBe(999);
});

test("two sizes of one product are two lines", () => {
  const large = { ...dress, size: { id: 8, label: "L" } };
  expect(addPosProduct(addPosProduct([], dress), large)).toHaveLength(2);
});

test("somebody who takes the goods along says a name, and whoever has them brought says where and how to call", () => {
  expect(draftProblems({ ...EMPTY_DRAFT, name: "Kwame" }, true)).toEqual({});
  expect(draftProblems({ ...EMPTY_DRAFT, phone: "123", email: "kwame" }, false)).toEqual({
    name: "Enter the customer's name.",
    phone: "Phone number must be 10 digits",
    email: "Please enter a valid email address.",
  });
  expect(Object.keys(draftProblems({ ...EMPTY_DRAFT, name: "Kwame", kind: "delivery" }, true))).toEqual([
    "phone",
    "zip",
    "street",
    "windowStartsAt",
  ]);
});
