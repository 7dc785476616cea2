import Papa from "papaparse";
import { amountText } from "#app/values/money.ts";
import { type FeedItem, type FeedStore, feedPrice, isListed, saleDates, unitPriceOf } from "./feed-item.ts";

/**
 * Returns the product feed for Meta's catalog (Facebook, Instagram, WhatsApp), as CSV. Unlike our files for
 * spreadsheets, it does not prefix cells that start like a formula, because catalogs show the texts to shoppers.
 * @see https://developers.facebook.com/docs/marketing-api/catalog/reference/
 */
export function metaFeed(items: readonly FeedItem[], store: FeedStore): string {
  const rows = items.filter(isListed).map((item) => columnsOf(item, store));
  return `${Papa.unparse({ fields: [...META_COLUMNS], data: rows.map((row) => META_COLUMNS.map((name) => row[name])) })}\r\n`;
}

const META_COLUMNS = [
  "id",
  "title",
  "description",
  "availability",
  "condition",
  "price",
  "link",
  "image_link",
  "additional_image_link",
  "gtin",
  "brand",
  "sale_price",
  "sale_price_effective_date",
  "unit_price",
  "item_group_id",
  "size",
  "product_type",
  "google_product_category",
] as const;

function columnsOf(item: FeedItem, { timeZone }: FeedStore): Record<(typeof META_COLUMNS)[number], string> {
  const [first, ...additional] = item.images.map(({ address }) => address);
  const unit = unitPriceOf(item);
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    availability: item.isSoldOut ? "out of stock" : "in stock",
    condition: "new",
    price: feedPrice(item.priceCents),
    link: item.link,
    image_link: first ?? "",
    additional_image_link: additional.join(","),
    gtin: item.gtin,
    brand: item.brand,
    sale_price: item.salePriceCents === null ? "" : feedPrice(item.salePriceCents),
    sale_price_effective_date: saleDates(item, timeZone, ":"),
    unit_price: unit === null ? "" : JSON.stringify({ value: amountText(unit.cents), currency: "USD", unit: unit.per }),
    item_group_id: item.groupId ?? "",
    size: item.sizeLabel ?? "",
    product_type: item.category,
    google_product_category: item.googleCategory ?? "",
  };
}
