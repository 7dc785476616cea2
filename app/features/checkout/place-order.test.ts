import { expect, test } from "vitest";
import { addItem, emptyCart } from "#app/features/cart/cart.ts";
import { requestKeyOf } from "./place-order.ts";

const garri = { id: 7, name: "Ijebu Garri", size: null, priceCents: 949, image: "" };

test("a second click has the same request key, and a changed cart has a new one", () => {
  const cart = addItem(emptyCart, garri);
  const key = requestKeyOf(cart);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(requestKeyOf(cart)).toBe(key);
  expect(requestKeyOf(addItem(cart, garri))).not.toBe(key);
});
