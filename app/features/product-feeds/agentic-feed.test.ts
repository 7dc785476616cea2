import { expect, test } from "vitest";
import { z } from "zod";
import { hasCheckDigit } from "#app/values/barcode.ts";
import { sampleItems, sampleStore } from "#tests/feed-samples.ts";
import { agenticFeed } from "./agentic-feed.ts";

/**
 * The schema `ProductsResponse` of the Agentic Commerce Protocol, version 2026-04-17: no other properties, and these
 * types, patterns, and minimums.
 * https://github.com/agentic-commerce-protocol/agentic-commerce-protocol/blob/main/spec/2026-04-17/json-schema/schema.feed.json
 */
const currency = z.string().regex(/^[A-Z]{3}$/);
const price = z.strictObject({ amount: z.int().min(0), currency });
const seller = z.strictObject({
  name: z.string().optional(),
  links: z.array(z.strictObject({ type: z.string(), title: z.string().optional(), url: z.url() })).optional(),
});
const description = z
  .strictObject({ plain: z.string().optional(), html: z.string().optional(), markdown: z.string().optional() })
  .refine((texts) => Object.keys(texts).length > 0);
const media = z.array(
  z.strictObject({
    type: z.string(),
    url: z.url(),
    alt_text: z.string().optional(),
    width: z.int().optional(),
    height: z.int().optional(),
  }),
);
const variant = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: description.optional(),
  url: z.url().optional(),
  barcodes: z.array(z.strictObject({ type: z.string(), value: z.string() })).optional(),
  price: price.optional(),
  list_price: price.optional(),
  unit_price: z
    .strictObject({
      amount: z.int().min(0),
      currency,
      measure: z.strictObject({ value: z.number(), unit: z.string() }),
      reference: z.strictObject({ value: z.int(), unit: z.string() }),
    })
    .optional(),
  availability: z
    .strictObject({
      available: z.boolean().optional(),
      // The protocol allows other values, which clients do not understand.
      status: z.enum(["in_stock", "limited_stock", "backorder", "preorder", "out_of_stock", "discontinued"]).optional(),
    })
    .optional(),
  categories: z.array(z.strictObject({ value: z.string(), taxonomy: z.string().optional() })).optional(),
  condition: z.array(z.string()).optional(),
  variant_options: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  media: media.optional(),
  seller: seller.optional(),
  marketplace: seller.optional(),
});
const response = z.strictObject({
  products: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string().optional(),
      description: description.optional(),
      url: z.url().optional(),
      media: media.optional(),
      variants: z.array(variant).min(1),
    }),
  ),
});

const { products } = response.parse(JSON.parse(agenticFeed(sampleItems, sampleStore)));

test("the agentic feed follows the protocol's schema, each size a variant of its product", () => {
  expect(products.map(({ id, variants }) => [id, variants.map((each) => each.id)])).toEqual([
    ["7", ["7"]],
    ["8", ["8-1", "8-2"]],
    ["9", ["9"]],
    ["10", ["10"]],
    ["11", ["11"]],
  ]);
});

test("a variant has its price in cents, the price before the sale, and its unit price", () => {
  expect(products[0]?.variants[0]).toMatchObject({
    price: { amount: 2199, currency: "USD" },
    list_price: { amount: 2499, currency: "USD" },
    unit_price: { amount: 110, measure: { value: 20, unit: "lb" }, reference: { value: 1, unit: "lb" } },
    availability: { available: true, status: "in_stock" },
    seller: { name: "Mama & Ama's" },
  });
  expect(products[2]?.variants[0]).toMatchObject({
    price: { amount: 950 },
    // 8 oz for $9.50; the unit price is per pound, as for the whole category.
    unit_price: { amount: 1900, reference: { value: 1, unit: "lb" } },
    availability: { available: false, status: "out_of_stock" },
  });
});

test("barcodes are GTINs with their check digit, and left out where none is known", () => {
  const barcodes = products.flatMap(({ variants }) => variants.flatMap((each) => each.barcodes ?? []));
  expect(barcodes).toEqual([
    { type: "GTIN", value: "036000291452" },
    { type: "GTIN", value: "4006381333931" },
  ]);
  expect(barcodes.every(({ value }) => hasCheckDigit(value))).toBe(true);
});

test("a size is an option, and a product without an image is listed", () => {
  expect(products[1]?.variants[0]?.variant_options).toEqual([{ name: "Size", value: "S" }]);
  expect(products[4]?.variants[0]?.media).toEqual([]);
});
