import Papa from "papaparse";
import { expect, test } from "vitest";
import { sampleItems, sampleStore } from "#tests/feed-samples.ts";
import { brokenRules, type FieldRule } from "./feed-rules.ts";
import { metaFeed } from "./meta-feed.ts";

const URL_RULE = { pattern: /^https:\/\/[^\s,]+$/ };
const PRICE = /^(?!0\.00)\d+\.\d\d USD$/;
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d`;

/**
 * Rules of https://developers.facebook.com/docs/marketing-api/catalog/reference/ Meta also requires a brand, a GTIN, or
 * an MPN.
 */
const RULES: Record<string, FieldRule> = {
  id: { isRequired: true, maxLength: 100 },
  title: { isRequired: true, maxLength: 200 },
  description: { isRequired: true, maxLength: 9999 },
  availability: {
    isRequired: true,
    values: ["in stock", "out of stock", "preorder", "available for order", "discontinued"],
  },
  condition: { isRequired: true, values: ["new", "refurbished", "used"] },
  price: { isRequired: true, pattern: PRICE },
  link: { isRequired: true, ...URL_RULE },
  image_link: { isRequired: true, ...URL_RULE },
  additional_image_link: { maxLength: 2000, pattern: /^https:\/\/[^\s,]+(,https:\/\/[^\s,]+){0,19}$/ },
  gtin: { isGtin: true },
  brand: { maxLength: 100 },
  sale_price: { pattern: PRICE },
  sale_price_effective_date: { pattern: new RegExp(`^${TIME}/${TIME}$`) },
  unit_price: { pattern: /^\{"value":"\d+\.\d\d","currency":"USD","unit":"[a-z ]+"\}$/ },
  item_group_id: { maxLength: 100 },
  size: { maxLength: 200 },
  product_type: { maxLength: 750 },
  google_product_category: { maxLength: 750 },
};

const { data: rows, errors } = Papa.parse<Record<string, string>>(metaFeed(sampleItems, sampleStore), {
  header: true,
  skipEmptyLines: true,
});

test("the Meta feed is CSV whose cells hold commas, quotes, and line breaks", () => {
  expect(errors).toEqual([]);
  expect(rows[0]).toMatchObject({ description: 'Long & fragrant. - "Grains", 20 lb;\n- gluten-free' });
});

test.for(rows.map((row) => [row["id"] ?? "", row] as const))(
  "product %s follows Meta's catalog specification",
  ([, row]) => {
    const filled = Object.entries(row).filter(([, value]) => value !== "");
    expect(brokenRules(RULES, Object.fromEntries(filled.map(([name, value]) => [name, [value]])))).toEqual([]);
  },
);

test("a row has prices, sale dates with the store's offset, a unit price, and its GTIN", () => {
  expect(rows[0]).toMatchObject({
    id: "7",
    availability: "in stock",
    price: "24.99 USD",
    sale_price: "21.99 USD",
    sale_price_effective_date: "2026-10-30T00:00-05:00/2026-11-29T00:00-06:00",
    unit_price: '{"value":"1.10","currency":"USD","unit":"lb"}',
    gtin: "036000291452",
    additional_image_link: "https://shop.test/storage/v1/object/public/wears_styles/label.jpg",
  });
});

test("a sold-out size is out of stock, in the group of its product", () => {
  expect(rows[1]).toMatchObject({ id: "8-1", item_group_id: "8", size: "S", availability: "out of stock" });
  expect(rows.map(({ id }) => id)).toEqual(["7", "8-1", "8-2", "9", "10"]);
});

test("a row has the brand of its product, if it is known", () => {
  expect(rows.find(({ id }) => id === "8-2")?.["brand"]).toBe("Ankara & Sons");
  expect(rows.find(({ id }) => id === "7")?.["brand"]).toBe("");
});
