import { expect, test } from "vitest";
import { aProductRow } from "#tests/a-product-row.ts";
import { currentPriceCents, type ProductRow, productFromRow, productPath } from "./product.ts";
import { listAttributes } from "./product-attributes.ts";
import { offerShown, shownPrices } from "./product-size.ts";

/** Fields with the same value as their column. */
const SHITO = {
  name: "Shito",
  descriptionHeader: "Hot",
  description: "Black pepper sauce.",
  size: "11 oz",
  image: "/storage/v1/object/public/wears_styles/shito.webp",
  isSnapEligible: true,
  storage: "shelf" as const,
  alsoCalled: "shitor",
  origin: "Ghana",
  ingredients: "Oil, chili, dried fish",
  contains: ["fish"],
  mayContain: ["peanut"],
  heatLevel: 3,
};

test("a catalog row becomes a product with prices in cents", () => {
  expect(productFromRow(aRow({ price: 8.49, discount_price: 4.35 }))).toMatchObject({
    ...SHITO,
    id: 42,
    prefix: "condiments",
    priceCents: 849,
    discountPriceCents: 435,
    pictures: [{ address: SHITO.image, alt: "A jar of shito" }],
    isSoldOut: false,
    snap: null,
    availability: "available",
    amount: { value: 11, unit: "oz" },
    sizes: [],
    quantityPrices: [],
    choiceGroups: [],
    addedCents: 0,
  });
});

test("a size without its own price or measurement has the product's", () => {
  const own = { price: 20, discount_price: 15, amount: 2, unit: "lb" as const };
  const product = productFromRow(
    aRow({
      price: 10,
      discount_price: 9,
      sizes: [
        { id: 1, label: "Jar", is_sold_out: true, ...{ price: null, discount_price: null, amount: null, unit: null } },
        { id: 2, label: "Tub", is_sold_out: false, ...own },
      ],
    }),
  );
  expect(product.sizes).toEqual([
    {
      id: 1,
      label: "Jar",
      priceCents: 1000,
      discountPriceCents: 900,
      amount: { value: 11, unit: "oz" },
      isSoldOut: true,
    },
    {
      id: 2,
      label: "Tub",
      priceCents: 2000,
      discountPriceCents: 1500,
      amount: { value: 2, unit: "lb" },
      isSoldOut: false,
    },
  ]);
  expect(offerShown(product)).toMatchObject({ discountPriceCents: 900, isFrom: true });
  expect(offerShown({ ...product, sizes: product.sizes.slice(0, 1) })).toMatchObject({ isFrom: false });
  expect(offerShown({ ...product, sizes: [] })).toMatchObject({ priceCents: 1000, isFrom: false });
});

test("the attribute list leaves out empty attributes", () => {
  expect(listAttributes(productFromRow(aRow({})))).toEqual([
    { name: "Also called", text: "shitor" },
    { name: "Storage", text: "At room temperature" },
    { name: "Origin", text: "Ghana" },
    { name: "Ingredients", text: "Oil, chili, dried fish" },
    { name: "Heat", text: "Hot" },
  ]);
  const nothing = { alsoCalled: "", storage: null, origin: "", ingredients: "", heatLevel: null };
  expect(listAttributes(productFromRow(aRow(nothing)))).toEqual([]);
});

test("a product's images are its own, then additional ones, without empty ones or duplicates", () => {
  const addresses = (changes: Partial<ProductRow>) =>
    productFromRow(aRow({ image: "/1", ...changes }), [{ address: "/3", alt: "Its label" }]).pictures.map(
      ({ address }) => address,
    );
  expect(addresses({ secondImage: "/2" })).toEqual(["/1", "/2", "/3"]);
  expect(addresses({ secondImage: "" })).toEqual(["/1", "/3"]);
  expect(addresses({ image: "", secondImage: null })).toEqual(["/3"]);
  expect(addresses({ image: "/3", secondImage: "/2" })).toEqual(["/3", "/2"]);
});

test("the current price is the discount price, or the regular price without one", () => {
  expect(currentPriceCents(productFromRow(aRow({ price: 10, discount_price: 7.5 })))).toBe(750);
  expect(currentPriceCents(productFromRow(aRow({ price: 10, discount_price: null })))).toBe(1000);
});

test("a product's path contains its category's prefix", () => {
  expect(productPath(productFromRow(aRow({})))).toBe("/products/condiments/42");
});

test("prices of a product sold by weight, and of its sizes, are the most that one can cost", () => {
  const size = { id: 7, label: "Whole", price: 8, discount_price: null, amount: null, unit: null, is_sold_out: false };
  const row = aRow({ price: 9.99, discount_price: 9, pounds_each: 5, weight_tolerance: 10, sizes: [size] });
  const goat = productFromRow(row);
  expect(goat).toMatchObject({
    priceCents: 5495,
    discountPriceCents: 4950,
    perPound: { priceCents: 999, discountPriceCents: 900 },
    weight: { poundsEach: 5, tolerancePercent: 10 },
    sizes: [{ priceCents: 4400, discountPriceCents: null, perPound: { priceCents: 800, discountPriceCents: null } }],
  });
  expect(shownPrices(goat)).toEqual({
    cents: 4500,
    originalCents: 4995,
    weighed: { mostCents: 4950, perPoundCents: 900, poundsEach: 5 },
  });
  expect(productFromRow(aRow({}))).not.toHaveProperty("weight");
});

test("a size in pounds has that weight, at its own or the product's price per pound", () => {
  const half = { id: 7, label: "Half", price: null, discount_price: null, amount: 2.5, unit: "lb", is_sold_out: false };
  const [own, other] = productFromRow(
    aRow({ price: 8, pounds_each: 5, weight_tolerance: 10, sizes: [half, { ...half, price: 7, unit: "ct" }] }),
  ).sizes;
  expect(own).toMatchObject({ priceCents: 2200, perPound: { priceCents: 800 }, weight: { poundsEach: 2.5 } });
  expect(own && shownPrices(own)).toMatchObject({ cents: 2000, weighed: { poundsEach: 2.5 } });
  expect(other).toMatchObject({ priceCents: 3850, perPound: { priceCents: 700 }, weight: { poundsEach: 5 } });
  const rounded = productFromRow(aRow({ price: 8, pounds_each: 5, sizes: [{ ...half, amount: 1.005 }] })).sizes;
  expect(rounded[0]?.weight?.poundsEach).toBe(1.01);
});

const aRow = (changes: Partial<ProductRow>): ProductRow =>
  aProductRow({ ...SHITO, imageAlt: "A jar of shito", amount: 11, unit: "oz", ...changes });
