import { expect, test } from "vitest";
import type { CartItem } from "#app/features/cart/cart.ts";
import { cartPath, linesFromHash, MAX_LINKED_LINES } from "./cart-link.ts";

const yam: CartItem = { id: 7, name: "Puna Yam", size: null, priceCents: 1799, image: "", quantity: 2 };

test("the link of a cart has its products, sizes, choices, and quantities, and nothing else", () => {
  const path = cartPath([
    { ...yam, note: "very ripe" },
    { ...yam, id: 8, size: { id: 3, label: "M" }, quantity: 1 },
    { ...yam, id: 9, choiceIds: [6, 5], quantity: 12 },
  ]);
  expect(path).toBe("/cart#items=7x2,8-3x1,9+5+6x12");
  expect(linesFromHash(new URL(path, "https://shop.test").hash)).toEqual([
    { productId: 7, sizeId: null, choiceIds: [], quantity: 2 },
    { productId: 8, sizeId: 3, choiceIds: [], quantity: 1 },
    { productId: 9, sizeId: null, choiceIds: [5, 6], quantity: 12 },
  ]);
});

test("invalid lines of a cart link are left out, and the number of lines is limited", () => {
  expect(linesFromHash("")).toEqual([]);
  expect(linesFromHash("#other=7x2")).toEqual([]);
  expect(linesFromHash("#items=7x0,x2,7,-1x2,7x1000,<b>x1,7x2")).toEqual([
    { productId: 7, sizeId: null, choiceIds: [], quantity: 2 },
  ]);
  expect(linesFromHash(`#items=${"7x1,".repeat(1000)}`)).toHaveLength(MAX_LINKED_LINES);
  const items = Array.from({ length: 100 }, (_, id) => ({ ...yam, id }));
  expect(cartPath(items).split(",")).toHaveLength(MAX_LINKED_LINES);
});
