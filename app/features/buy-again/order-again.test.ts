import { expect, test } from "vitest";
import { emptyCart } from "#app/features/cart/cart.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { aCartItem } from "#tests/a-cart-item.ts";
import { aProductSize, aProductSummary, CUT } from "#tests/a-product-summary.ts";
import { withEarlierLines } from "./order-again.ts";

const aSummary = (id: number, name: string, chosen: Partial<ProductSummary> = {}) =>
  aProductSummary({ id, name, prefix: "condiments", ...chosen });

const aLine = (productId: number, name: string, quantity = 1) => ({
  productId,
  name,
  size: null,
  quantity,
  unitPriceCents: 1000,
});

test("order again adds an earlier order to the cart at current prices", () => {
  const cart = { ...emptyCart, items: [aCartItem({ id: 1, name: "Palm Oil", priceCents: 1000, quantity: 2 })] };
  const again = withEarlierLines(
    cart,
    [aLine(1, "Palm Oil", 3), aLine(2, "Egusi")],
    [aSummary(1, "Palm Oil"), aSummary(2, "Egusi", { discountPriceCents: 900 })],
  );
  expect(again.cart.items.map(({ id, quantity, priceCents }) => [id, quantity, priceCents])).toEqual([
    [1, 5, 1000],
    [2, 1, 900],
  ]);
  expect(again.changes).toEqual(["Egusi now costs $9.00; you paid $10.00."]);
  expect(again.addedCount).toBe(4);
});

test("order again leaves out and reports products that are sold out or no longer for sale", () => {
  const again = withEarlierLines(
    emptyCart,
    [aLine(1, "Palm Oil"), aLine(2, "Egusi")],
    [aSummary(1, "Palm Oil", { isSoldOut: true })],
  );
  expect(again.cart.items).toEqual([]);
  expect(again.changes).toEqual(["Palm Oil is sold out.", "Egusi is no longer for sale."]);
  expect(again.addedCount).toBe(0);
});

test("order again adds each size at its own price, and reports unavailable sizes", () => {
  const [small, medium, large] = ["S", "M", "L"].map((label, place) =>
    aProductSize({ id: 11 + place, label, priceCents: 2000, isSoldOut: label === "M" }),
  );
  const dress = aSummary(1, "Dress", { sizes: [small, medium].flatMap((size) => size ?? []) });
  const again = withEarlierLines(
    emptyCart,
    [small, medium, large].map((size) => ({ ...aLine(1, "Dress"), size: size ?? null, unitPriceCents: 2000 })),
    [dress],
  );
  expect(again.cart.items.map(({ size, priceCents }) => [size?.label, priceCents])).toEqual([["S", 2000]]);
  expect(again.changes).toEqual(["Dress, size M is sold out.", "Dress, size L is no longer for sale."]);
});

test("order again chooses no size for a product that now has sizes", () => {
  const dress = aSummary(1, "Dress", { sizes: [aProductSize()] });
  const again = withEarlierLines(emptyCart, [aLine(1, "Dress")], [dress]);
  expect(again.cart.items).toEqual([]);
  expect(again.changes).toEqual(["Dress now comes in sizes. Choose one."]);
});

test("order again keeps choices that still exist, at current prices", () => {
  const goat = aSummary(1, "Goat Leg", { choiceGroups: [CUT] });
  const small = { ...aLine(1, "Goat Leg (Cut: small pieces)"), choiceIds: [12] };
  const again = withEarlierLines(emptyCart, [small], [goat]);
  expect(again.cart.items).toMatchObject([{ name: "Goat Leg (Cut: small pieces)", choiceIds: [12], priceCents: 1150 }]);
  expect(again.changes).toEqual(["Goat Leg (Cut: small pieces) now costs $11.50; you paid $10.00."]);
  const gone = withEarlierLines(emptyCart, [{ ...small, choiceIds: [13] }, aLine(1, "Goat Leg")], [goat]);
  expect(gone.cart.items).toEqual([]);
  expect(gone.changes).toEqual([
    "Goat Leg (Cut: small pieces) can no longer be prepared like that. Choose again.",
    "Goat Leg can no longer be prepared like that. Choose again.",
  ]);
});
