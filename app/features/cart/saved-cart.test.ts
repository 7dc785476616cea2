import { expect, test } from "vitest";
import { type CartItem, emptyCart } from "./cart.ts";
import { addsTo, mergeSaved } from "./saved-cart.ts";

function anItem(chosen: Partial<CartItem> = {}): CartItem {
  return { id: 1, name: "Puna Yam", size: null, priceCents: 1799, image: "", quantity: 1, ...chosen };
}

const yam = anItem();
const garri = anItem({ id: 2, name: "Ijebu Garri" });
const dress = anItem({ id: 3, name: "Madras Dress", size: { id: 7, label: "M" } });
const large = { ...dress, size: { id: 8, label: "L" } };

test("merging a saved cart keeps the larger quantity of products in both and reports it", () => {
  const here = {
    ...emptyCart,
    items: [
      { ...yam, quantity: 2 },
      { ...dress, quantity: 3 },
    ],
  };
  const { cart, changes } = mergeSaved(here, [{ ...yam, quantity: 5 }, garri, dress, large]);
  expect(cart.items.map(({ name, quantity }) => [name, quantity])).toEqual([
    ["Puna Yam", 5],
    ["Madras Dress", 3],
    ["Ijebu Garri", 1],
    ["Madras Dress", 1],
  ]);
  expect(changes).toEqual([
    "Puna Yam was in both carts (2 here, 5 there). Your cart now has 5.",
    "Madras Dress, size M was in both carts (3 here, 1 there). Your cart now has 3.",
  ]);
});

test("a saved cart with nothing new is not offered", () => {
  const here = { ...emptyCart, items: [{ ...yam, quantity: 2 }, garri] };
  expect(addsTo(here, [yam, garri])).toBe(false);
  expect(addsTo(here, [{ ...yam, quantity: 3 }])).toBe(true);
  expect(addsTo(here, [yam, dress])).toBe(true);
});
