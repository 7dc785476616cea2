import { groupBy } from "#app/values/group-by.ts";
import { type FeedItem, type FeedStore, unitPriceOf } from "./feed-item.ts";

/**
 * Returns the products as the Feed API of the Agentic Commerce Protocol lists them (version 2026-04-17), with amounts
 * in cents. Unlike the other feeds, it has products without an image.
 * @see https://github.com/agentic-commerce-protocol/agentic-commerce-protocol/blob/main/spec/2026-04-17/openapi/openapi.feed.yaml
 */
export function agenticFeed(items: readonly FeedItem[], store: FeedStore): string {
  const groups = groupBy(items, ({ id, groupId }) => groupId ?? id);
  return JSON.stringify({
    products: [...groups].map(([id, variants]) => ({ id, variants: variants.map((item) => variantOf(item, store)) })),
  });
}

function variantOf(item: FeedItem, { name, origin }: FeedStore) {
  const unit = unitPriceOf(item);
  const price = { amount: item.salePriceCents ?? item.priceCents, currency: "USD" };
  return {
    id: item.id,
    title: item.title,
    description: { plain: item.description },
    url: item.link,
    ...(item.gtin === "" ? {} : { barcodes: [{ type: "GTIN", value: item.gtin }] }),
    price,
    ...(item.salePriceCents === null ? {} : { list_price: { ...price, amount: item.priceCents } }),
    ...(unit === null || item.amount === null
      ? {}
      : {
          unit_price: {
            amount: unit.cents,
            currency: "USD",
            measure: item.amount,
            reference: { value: 1, unit: unit.per },
          },
        }),
    availability: { available: !item.isSoldOut, status: item.isSoldOut ? "out_of_stock" : "in_stock" },
    categories: [
      { value: item.category, taxonomy: "merchant" },
      ...(item.googleCategory === null ? [] : [{ value: item.googleCategory, taxonomy: "google_product_category" }]),
    ],
    condition: ["new"],
    ...(item.sizeLabel === null ? {} : { variant_options: [{ name: "Size", value: item.sizeLabel }] }),
    media: item.images.map(({ address, alt }) => ({
      type: "image",
      url: address,
      ...(alt === "" ? {} : { alt_text: alt }),
    })),
    seller: {
      name,
      links: [
        { type: "privacy_policy", title: "Privacy", url: `${origin}/privacy` },
        { type: "shipping_policy", title: "Delivery and returns", url: `${origin}/delivery-and-returns` },
        { type: "refund_policy", title: "Delivery and returns", url: `${origin}/delivery-and-returns` },
      ],
    },
  };
}
