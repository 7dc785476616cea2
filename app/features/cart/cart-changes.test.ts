import { expect, test } from "vitest";
import { aCartItem, aCurrentProduct } from "#tests/a-cart-item.ts";
import { emptyCart } from "./cart.ts";
import { atCurrentPrices } from "./cart-changes.ts";

const cart = {
  ...emptyCart,
  items: [aCartItem({ quantity: 2 }), aCartItem({ id: 9, name: "Red Palm Oil", priceCents: 1299 })],
};

const aProduct = (id: number, priceCents: number | null) => aCurrentProduct(id, { priceCents });

test("a cart with unchanged prices stays the same", () => {
  const same = atCurrentPrices(cart, [aProduct(7, 949), aProduct(9, 1299)]);
  expect(same.cart).toBe(cart);
  expect(same.changes).toEqual([]);
});

test("a changed price is applied and reported", () => {
  const { cart: now, changes } = atCurrentPrices(cart, [aProduct(7, 1099)]);
  expect(now.items.map((item) => item.priceCents)).toEqual([1099, 1299]);
  expect(changes).toEqual(["Ijebu Garri now costs $10.99; it was $9.49."]);
});

test("products that are no longer for sale are removed from the cart with a message", () => {
  const { cart: now, changes } = atCurrentPrices(cart, [aProduct(9, null)]);
  expect(now.items.map((item) => item.id)).toEqual([7]);
  expect(changes).toEqual(["Red Palm Oil is no longer for sale, so we removed it from your cart."]);
});

test("a line has the price of its size, and a line that now needs a size is removed", () => {
  const [garri, oil] = cart.items.map((item) => item);
  if (!garri || !oil) throw new Error("An empty cart.");
  const { cart: now, changes } = atCurrentPrices(
    { ...cart, items: [{ ...garri, size: { id: 31, label: "5 lb" } }, { ...garri }, oil] },
    [{ ...aProduct(7, 1099), size: { id: 31 } }, { ...aProduct(7, null), needsSize: true }, aProduct(9, 1299)],
  );
  expect(now.items.map(({ size, priceCents }) => [size?.label, priceCents])).toEqual([
    ["5 lb", 1099],
    [undefined, 1299],
  ]);
  expect(changes).toEqual([
    "Ijebu Garri, size 5 lb now costs $10.99; it was $9.49.",
    "Ijebu Garri now comes in sizes, so we removed it from your cart. Choose a size.",
  ]);
});

test("a line whose choices are no longer offered is removed from the cart with a message", () => {
  const goat = aCartItem({ id: 9, name: "Goat Leg (Cut: whole)", choiceIds: [11], priceCents: 1000 });
  const other = { ...goat, name: "Goat Leg (Cut: small pieces)", choiceIds: [12] };
  const { cart: now, changes } = atCurrentPrices({ ...emptyCart, items: [goat, other] }, [
    { ...aProduct(9, null), choiceIds: [11], needsChoice: true },
    { ...aProduct(9, 1100), choiceIds: [12] },
  ]);
  expect(now.items).toEqual([{ ...other, priceCents: 1100 }]);
  expect(changes).toEqual([
    "Goat Leg (Cut: whole) can no longer be prepared like that, so we removed it from your cart. Choose again.",
    "Goat Leg (Cut: small pieces) now costs $11.00; it was $10.00.",
  ]);
});

test("names in the language of the page replace stored ones without a message", () => {
  const garri = { ...aProduct(7, 949), name: "Garri de Ijebu", sizeLabel: undefined };
  const { cart: now, changes } = atCurrentPrices(cart, [garri, { ...aProduct(9, 1299), name: "Red Palm Oil" }]);
  expect(now.items.map(({ name }) => name)).toEqual(["Garri de Ijebu", "Red Palm Oil"]);
  expect(now.items[1]).toBe(cart.items[1]);
  expect(changes).toEqual([]);
});

test("a message about a line names it and its size in the language of the page", () => {
  const inBag = { ...cart, items: cart.items.map((item) => ({ ...item, size: { id: 3, label: "Large bag" } })) };
  const garri = { ...aProduct(7, 1099), size: { id: 3 }, name: "Garri de Ijebu", sizeLabel: "Bolsa grande" };
  const { cart: now, changes } = atCurrentPrices(inBag, [garri]);
  expect(now.items[0]).toMatchObject({ name: "Garri de Ijebu", size: { id: 3, label: "Bolsa grande" } });
  expect(changes).toEqual(["Garri de Ijebu, size Bolsa grande now costs $10.99; it was $9.49."]);
});
