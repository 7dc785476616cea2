import { expect, test } from "vitest";
import { currentPriceCents, type ProductRow, productFromRow, productPath } from "./product.ts";

test("a row of the catalogue becomes a product with prices in cents", () => {
  expect(productFromRow(aRow({ price: 8.49, discount_price: 4.35 }))).toEqual({
    id: 42,
    prefix: "condiments",
    name: "Shito",
    descriptionHeader: "Hot",
    description: "Black pepper sauce.",
    size: "11 oz",
    priceCents: 849,
    discountPriceCents: 435,
    image: "/storage/v1/object/public/wears_styles/shito.webp",
    secondImage: null,
    isSoldOut: false,
    availability: "available",
  });
});

test("an empty second picture is no picture", () => {
  expect(productFromRow(aRow({ img2: "" })).secondImage).toBeNull();
});

test("the discount price is what a shopper pays, the regular one where there is none", () => {
  expect(currentPriceCents(productFromRow(aRow({ price: 10, discount_price: 7.5 })))).toBe(750);
  expect(currentPriceCents(productFromRow(aRow({ price: 10, discount_price: null })))).toBe(1000);
});

test("a product lives under its category's prefix", () => {
  expect(productPath(productFromRow(aRow({})))).toBe("/products/condiments/42");
});

function aRow(changes: Partial<ProductRow>): ProductRow {
  return {
    id: 42,
    category: "condiments",
    name: "Shito",
    description_header: "Hot",
    description: "Black pepper sauce.",
    size: "11 oz",
    price: 9.99,
    discount_price: null,
    img1: "/storage/v1/object/public/wears_styles/shito.webp",
    img2: null,
    is_sold_out: false,
    availability: "available",
    ...changes,
  };
}
