import { expect, test } from "vitest";
import { emptyCart, withItems, withoutItems } from "#app/features/cart/cart.ts";
import { cartItemOf } from "./cart-order.ts";

test("the lines of a paid order leave the cart, with their sizes and choices", () => {
  const common = { name: "Goat Leg", priceCents: 1000, image: "", quantity: 2 };
  const cut = { ...common, id: 9, size: null, choiceIds: [12, 21] };
  const cart = withItems(emptyCart, [
    cut,
    { ...cut, choiceIds: [11] },
    { ...common, id: 8, size: { id: 3, label: "M" } },
  ]);
  const paid = [
    { product_id: 9, size_id: null, choice_ids: [21, 12], quantity: 2 },
    { product_id: 8, size_id: 3, choice_ids: [], quantity: 2 },
  ];
  expect(withoutItems(cart, paid.map(cartItemOf)).items.map(({ id, choiceIds }) => [id, choiceIds])).toEqual([
    [9, [11]],
  ]);
});
