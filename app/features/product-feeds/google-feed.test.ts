import { expect, test } from "vitest";
import { sampleItems, sampleStore } from "#tests/feed-samples.ts";
import { brokenRules, type FieldRule } from "./feed-rules.ts";
import { googleFeed, googleLocalFeed } from "./google-feed.ts";

const URL_RULE = { maxLength: 2000, pattern: /^https:\/\/\S+$/ };
const PRICE = /^(?!0\.00)\d+\.\d\d USD$/;
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d{4}`;
const UNITS = "(oz|lb|mg|g|kg|floz|pt|qt|gal|ml|cl|l|cbm|in|ft|yd|cm|m|sqft|sqm|ct)";

/**
 * Rules of https://support.google.com/merchants/answer/7052112, and of the pages on sale dates (6324460) and unit
 * prices (6324455).
 */
const PRODUCT_RULES: Record<string, FieldRule> = {
  id: { isRequired: true, maxLength: 50 },
  title: { isRequired: true, maxLength: 150 },
  description: { isRequired: true, maxLength: 5000 },
  link: { isRequired: true, ...URL_RULE },
  image_link: { isRequired: true, ...URL_RULE },
  additional_image_link: { maxCount: 10, ...URL_RULE },
  availability: { isRequired: true, values: ["in_stock", "out_of_stock", "preorder", "backorder"] },
  price: { isRequired: true, pattern: PRICE },
  sale_price: { pattern: PRICE },
  sale_price_effective_date: { maxLength: 51, pattern: new RegExp(`^${TIME}/${TIME}$`) },
  condition: { values: ["new", "refurbished", "used"] },
  gtin: { isGtin: true },
  brand: { maxLength: 70 },
  google_product_category: { pattern: /^[A-Z][^>]*( > [A-Z][^>]*)*$/ },
  product_type: { maxLength: 750 },
  item_group_id: { maxLength: 50 },
  size: { maxLength: 100 },
  unit_pricing_measure: { pattern: new RegExp(`^\\d+(\\.\\d+)? ${UNITS}$`) },
  unit_pricing_base_measure: { pattern: new RegExp(`^(1|2|4|8|10|100) ${UNITS}$`) },
};

/** https://support.google.com/merchants/answer/14819809 */
const LOCAL_RULES: Record<string, FieldRule> = {
  store_code: { isRequired: true, maxLength: 64 },
  id: { isRequired: true, maxLength: 50 },
  availability: {
    isRequired: true,
    values: ["in_stock", "limited_availability", "on_display_to_order", "out_of_stock"],
  },
  price: { isRequired: true, pattern: PRICE },
  sale_price: { pattern: PRICE },
  sale_price_effective_date: { maxLength: 51, pattern: new RegExp(`^${TIME}/${TIME}$`) },
};

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Returns the attributes of each item, in the order of the feed. */
function itemsIn(xml: string): Record<string, string[]>[] {
  return [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = ""]) => {
    const fields: Record<string, string[]> = {};
    for (const [, name = "", value = ""] of item.matchAll(/<g:(\w+)>([^<>]*)<\/g:\1>/g)) {
      fields[name] = [...(fields[name] ?? []), value.replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)];
    }
    return fields;
  });
}

const products = itemsIn(googleFeed(sampleItems, sampleStore));
const local = itemsIn(googleLocalFeed(sampleItems, sampleStore, "HOU-1"));

test("the Google feed is RSS 2.0 with Google's namespace, and names the store", () => {
  const xml = googleFeed(sampleItems, sampleStore);
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0" xmlns:g="http:\/\/base.google.com\/ns\/1.0">/,
  );
  expect(xml).toContain("<title>Mama &amp; Ama's</title>");
  expect(xml.replaceAll(/<\/?[a-z:_]+( [^<>]*)?>|<\?xml[^<>]*>/g, "")).not.toMatch(/[<>]/);
});

test.for(products.map((item) => [item["id"]?.[0] ?? "", item] as const))(
  "product %s follows Google's product data specification",
  ([, item]) => expect(brokenRules(PRODUCT_RULES, item)).toEqual([]),
);

test.for(local.map((item) => [item["id"]?.[0] ?? "", item] as const))(
  "product %s follows Google's local inventory specification",
  ([, item]) => expect(brokenRules(LOCAL_RULES, item)).toEqual([]),
);

test("a product has its texts, prices, sale dates in the store's time, and unit price", () => {
  expect(products[0]).toEqual({
    id: ["7"],
    title: ["Ofada Rice <long>"],
    description: ['Long & fragrant. - "Grains", 20 lb;\n- gluten-free'],
    link: ["https://shop.test/products/grains/7"],
    image_link: ["https://shop.test/storage/v1/object/public/wears_styles/rice.webp"],
    additional_image_link: ["https://shop.test/storage/v1/object/public/wears_styles/label.jpg"],
    availability: ["in_stock"],
    price: ["24.99 USD"],
    sale_price: ["21.99 USD"],
    // Daylight saving time ends between the two dates.
    sale_price_effective_date: ["2026-10-30T00:00-0500/2026-11-29T00:00-0600"],
    condition: ["new"],
    gtin: ["036000291452"],
    google_product_category: ["Food, Beverages & Tobacco > Food Items"],
    product_type: ["Grains, Flours, and Cereal"],
    unit_pricing_measure: ["20 lb"],
    unit_pricing_base_measure: ["1 lb"],
  });
});

test("each size is an item in its product's group, and a sold-out one is marked", () => {
  expect(products.slice(1, 3)).toMatchObject([
    {
      id: ["8-1"],
      item_group_id: ["8"],
      title: ["Gown, size S"],
      size: ["S"],
      link: ["https://shop.test/products/wears/8?size=1"],
      availability: ["out_of_stock"],
      price: ["50.00 USD"],
    },
    {
      id: ["8-2"],
      item_group_id: ["8"],
      gtin: ["4006381333931"],
      brand: ["Ankara & Sons"],
      availability: ["in_stock"],
      price: ["55.00 USD"],
    },
  ]);
});

test("the price of a product with required choices is the lowest at which it can be ordered", () => {
  expect(products[3]).toMatchObject({ id: ["9"], price: ["9.50 USD"], description: ["Goat"] });
});

test("a product without an image is omitted, and so are an unknown brand and category", () => {
  expect(products.map(({ id }) => id?.[0])).toEqual(["7", "8-1", "8-2", "9", "10"]);
  expect(products[4]).not.toHaveProperty("google_product_category");
  for (const name of ["brand", "identifier_exists", "mpn"]) expect(products[0]).not.toHaveProperty(name);
});

test("the local feed has the same ids, availability, and prices, and no counts", () => {
  expect(local.map(({ id }) => id)).toEqual(products.map(({ id }) => id));
  expect(local[0]).toEqual({
    store_code: ["HOU-1"],
    id: ["7"],
    availability: ["in_stock"],
    price: ["24.99 USD"],
    sale_price: ["21.99 USD"],
    sale_price_effective_date: ["2026-10-30T00:00-0500/2026-11-29T00:00-0600"],
  });
});
