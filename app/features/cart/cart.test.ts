import { expect, test } from "vitest";
import { aCartItem } from "#tests/a-cart-item.ts";
import {
  addItem,
  addItems,
  type Cart,
  type CartItem,
  countItems,
  countOf,
  emptyCart,
  isDeliveryComplete,
  lineKey,
  orderedItems,
  putBackItem,
  removeItem,
  replaceItems,
  setDeliveryOption,
  setQuantity,
  totalCents,
  typedQuantity,
  withItems,
} from "./cart.ts";

const garri = { id: 7, name: "Ijebu Garri", size: null, priceCents: 949, image: "/garri.webp" };
const palmOil = { id: 9, name: "Red Palm Oil", size: null, priceCents: 1299, image: "/oil.webp" };

const aCart = (...items: CartItem[]): Cart => ({ ...emptyCart, items });

const quantities = (cart: Cart): number[] => cart.items.map((item) => item.quantity);

test("lines added from another cart get the larger of the two quantities", () => {
  const line = (id: number, quantity: number) => aCartItem({ id, quantity });
  const filled = withItems({ ...emptyCart, items: [line(1, 2), line(2, 5)] }, [line(2, 3), line(3, 1), line(1, 4)]);
  expect(filled.items.map(({ id, quantity }) => [id, quantity])).toEqual([
    [1, 4],
    [2, 5],
    [3, 1],
  ]);
});

test("a product that is new to the cart is added with quantity 1", () => {
  expect(addItem(emptyCart, garri).items).toEqual([{ ...garri, quantity: 1 }]);
});

test("adding a product already in the cart raises its quantity by 1", () => {
  expect(quantities(addItem(addItem(addItem(emptyCart, garri), palmOil), garri))).toEqual([2, 1]);
});

test("several products are added to the cart, and no line exceeds 999", () => {
  const cart = addItems(aCart({ ...garri, quantity: 997 }), [
    { ...garri, quantity: 3 },
    { ...palmOil, quantity: 2 },
  ]);
  expect(quantities(cart)).toEqual([999, 2]);
});

test("the quantity of a product in the cart counts all of its sizes", () => {
  const [medium, large] = [31, 32].map((id) => ({ ...garri, size: { id, label: String(id) } }));
  const cart = aCart(
    { ...palmOil, quantity: 4 },
    { ...garri, ...medium, quantity: 2 },
    { ...garri, ...large, quantity: 1 },
  );
  expect([garri.id, palmOil.id, 5].map((id) => countOf(cart, id))).toEqual([3, 4, 0]);
});

test("a restored line returns to its position, plus units added since its removal", () => {
  const [before, after] = [
    { ...palmOil, quantity: 1 },
    { ...palmOil, id: 10, quantity: 2 },
  ];
  const removed = { ...garri, size: { id: 31, label: "M" }, quantity: 5 };
  expect(putBackItem(aCart(before, after), removed, 1).items).toEqual([before, removed, after]);
  expect(putBackItem(emptyCart, removed, 1).items).toEqual([removed]);
  expect(putBackItem(aCart({ ...removed, quantity: 2 }), removed, 1).items).toEqual([{ ...removed, quantity: 7 }]);
});

test("two sizes of a product are two lines, each with its own quantity", () => {
  const medium = { ...garri, size: { id: 31, label: "M" } };
  const large = { ...garri, size: { id: 32, label: "L" } };
  const cart = addItem(addItem(addItem(emptyCart, medium), large), medium);
  expect(cart.items.map(({ size, quantity }) => [size?.label, quantity])).toEqual([
    ["M", 2],
    ["L", 1],
  ]);
  expect(quantities(setQuantity(cart, lineKey(large), 5))).toEqual([2, 5]);
  expect(removeItem(cart, lineKey(medium)).items).toEqual([{ ...large, quantity: 1 }]);
});

test("a quantity never goes below 1 or above 999", () => {
  const cart = aCart({ ...garri, quantity: 5 });
  expect(quantities(setQuantity(cart, "7", 0))).toEqual([1]);
  expect(quantities(setQuantity(cart, "7", 1000))).toEqual([999]);
  expect(quantities(addItem(setQuantity(cart, "7", 998), garri, 4))).toEqual([999]);
});

test("removing a product keeps the others", () => {
  const cart = aCart({ ...garri, quantity: 2 }, { ...palmOil, quantity: 1 });
  expect(removeItem(cart, "7").items).toEqual([{ ...palmOil, quantity: 1 }]);
});

test("loading a cart replaces its items and leaves the delivery choice", () => {
  const cart = setDeliveryOption(aCart({ ...garri, quantity: 2 }), "delivery");
  const loaded = replaceItems(cart, [{ ...palmOil, quantity: 3 }]);
  expect(loaded.items).toEqual([{ ...palmOil, quantity: 3 }]);
  expect(loaded.deliveryOption).toBe("delivery");
});

test("choosing pickup or delivery adds no cost to the cart", () => {
  const cart = { ...emptyCart, deliveryCostCents: 500 };
  expect(setDeliveryOption(cart, "pickup").deliveryCostCents).toBe(0);
  expect(setDeliveryOption(cart, "delivery").deliveryCostCents).toBe(0);
});

test("the chosen time is kept with its delivery option, and dropped with another one", () => {
  const cart = { ...emptyCart, windowStartsAt: "2026-11-28T20:00:00Z" };
  expect(setDeliveryOption(cart, "pickup").windowStartsAt).toBe(cart.windowStartsAt);
  expect(setDeliveryOption(cart, "delivery").windowStartsAt).toBe("");
});

test("the cart counts all units and adds up all prices", () => {
  const cart = aCart({ ...garri, quantity: 3 }, { ...palmOil, quantity: 2 });
  expect(countItems(cart)).toBe(5);
  expect(totalCents(cart)).toBe(3 * 949 + 2 * 1299);
  expect(totalCents({ ...cart, deliveryCostCents: 500 })).toBe(3 * 949 + 2 * 1299 + 500);
});

test("typed quantities that are below 1, not whole, or not numbers are ignored", () => {
  expect(["0", "-3", "1.5", "", " ", "many"].map(typedQuantity)).toEqual(Array(6).fill(null));
  expect(["1", " 12 ", "5000"].map(typedQuantity)).toEqual([1, 12, 999]);
});

test("delivery needs an address and a phone number, and pickup needs neither", () => {
  const delivery = setDeliveryOption(emptyCart, "delivery");
  expect(isDeliveryComplete(emptyCart)).toBe(true);
  expect(isDeliveryComplete(delivery)).toBe(false);
  expect(isDeliveryComplete({ ...delivery, deliveryAddress: "1 Elm St", deliveryPhoneNumber: "  " })).toBe(false);
  expect(isDeliveryComplete({ ...delivery, deliveryAddress: "  ", deliveryPhoneNumber: "2815550100" })).toBe(false);
  expect(isDeliveryComplete({ ...delivery, deliveryAddress: "1 Elm St", deliveryPhoneNumber: "2815550100" })).toBe(
    true,
  );
});

test("a product with different choices is two lines, regardless of the order of choices", () => {
  const goat = { id: 9, name: "Goat Leg", size: null, priceCents: 1000, image: "" };
  const cut = addItem(addItem(emptyCart, { ...goat, choiceIds: [12, 21] }), { ...goat, choiceIds: [11] });
  const again = addItem(cut, { ...goat, choiceIds: [21, 12] });
  expect(again.items.map(({ choiceIds, quantity }) => [choiceIds, quantity])).toEqual([
    [[12, 21], 2],
    [[11], 1],
  ]);
  expect(orderedItems(again)).toEqual([
    { product_id: 9, quantity: 2, choice_ids: [12, 21] },
    { product_id: 9, quantity: 1, choice_ids: [11] },
  ]);
});
