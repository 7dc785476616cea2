import { expect, test } from "vitest";
import { cartMessage, orderMessage } from "./order-message.ts";

const yam = { name: "Puna Yam", size: null, quantity: 2 };
const gown = { name: "Gown", size: { label: "M" }, quantity: 1 };

test("the message has every product, the sum, and the address", () => {
  expect(cartMessage([yam, gown], "$30.00", "https://shop.test/cart#items=7x2")).toBe(
    "Hello! I'd like to order:\n2 × Puna Yam\n1 × Gown, size M\nProducts before discounts and tax: $30.00\nhttps://shop.test/cart#items=7x2",
  );
  expect(orderMessage(1042, [yam], "$20.00", "https://shop.test/orders/1")).toBe(
    "Hello! This is order 1042:\n2 × Puna Yam\nTotal: $20.00\nhttps://shop.test/orders/1",
  );
});

test("a long message states how many products it leaves out", () => {
  const lines = cartMessage(Array(40).fill(yam), "$1.00", "https://shop.test").split("\n");
  expect(lines).toHaveLength(29);
  expect(lines[26]).toBe("and 15 more");
});
