import type { Unit } from "#app/values/amount.ts";
import { escapeXml } from "#app/values/xml.ts";
import { type FeedItem, type FeedStore, feedPrice, isListed, saleDates } from "./feed-item.ts";

type Attribute = readonly [name: string, value: string];

/**
 * Returns the product feed for Google Merchant Center, RSS 2.0.
 * @see https://support.google.com/merchants/answer/7052112
 */
export function googleFeed(items: readonly FeedItem[], store: FeedStore): string {
  return rss(
    items.filter(isListed).map((item) => productAttributes(item, store)),
    store,
  );
}

/**
 * Returns the availability and prices in the store, for the same ids as the product feed. Stock counts are not
 * included.
 * @see https://support.google.com/merchants/answer/14819809
 */
export function googleLocalFeed(items: readonly FeedItem[], store: FeedStore, storeCode: string): string {
  return rss(
    items.filter(isListed).map((item) => [["store_code", storeCode], ["id", item.id], ...offerAttributes(item, store)]),
    store,
  );
}

function rss(items: readonly (readonly Attribute[])[], { name, origin }: FeedStore): string {
  const lines = items.map(
    (attributes) =>
      `    <item>${attributes
        .filter(([, value]) => value !== "")
        .map(([attribute, value]) => `<g:${attribute}>${escapeXml(value)}</g:${attribute}>`)
        .join("")}</item>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
    "  <channel>",
    `    <title>${escapeXml(name)}</title>`,
    `    <link>${escapeXml(`${origin}/home`)}</link>`,
    `    <description>${escapeXml(`Products of ${name}`)}</description>`,
    ...lines,
    "  </channel>",
    "</rss>",
    "",
  ].join("\n");
}

function productAttributes(item: FeedItem, store: FeedStore): Attribute[] {
  const [first, ...additional] = item.images.map(({ address }) => address);
  return [
    ["id", item.id],
    ["title", item.title],
    ["description", item.description],
    ["link", item.link],
    ["image_link", first ?? ""],
    ...additional.map((address): Attribute => ["additional_image_link", address]),
    ...offerAttributes(item, store),
    ["condition", "new"],
    ["gtin", item.gtin],
    ["brand", item.brand],
    ["google_product_category", item.googleCategory ?? ""],
    ["product_type", item.category],
    ["item_group_id", item.groupId ?? ""],
    ["size", item.sizeLabel ?? ""],
    ...unitPricing(item),
  ];
}

function offerAttributes(item: FeedItem, { timeZone }: FeedStore): Attribute[] {
  return [
    ["availability", item.isSoldOut ? "out_of_stock" : "in_stock"],
    ["price", feedPrice(item.priceCents)],
    ["sale_price", item.salePriceCents === null ? "" : feedPrice(item.salePriceCents)],
    ["sale_price_effective_date", saleDates(item, timeZone, "")],
  ];
}

/** Google's names for our units: https://support.google.com/merchants/answer/6324455 */
const GOOGLE_UNITS: Record<Unit, string> = { lb: "lb", oz: "oz", "fl oz": "floz", ct: "ct", yd: "yd", each: "ct" };

function unitPricing({ amount, weightUnit }: FeedItem): Attribute[] {
  if (amount === null) return [];
  const isWeight = amount.unit === "lb" || amount.unit === "oz";
  return [
    ["unit_pricing_measure", `${amount.value} ${GOOGLE_UNITS[amount.unit]}`],
    ["unit_pricing_base_measure", `1 ${isWeight ? weightUnit : GOOGLE_UNITS[amount.unit]}`],
  ];
}
