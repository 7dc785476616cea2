import Papa from "papaparse";
import { amountText } from "#app/values/money.ts";
import { type FeedItem, type FeedStore, feedPrice, isListed, saleDates, unitPriceOf } from "./feed-item.ts";

/**
 * Returns the product feed for Meta's catalog (Facebook, Instagram, WhatsApp), as CSV. Unlike our files for
 * spreadsheets, it does not prefix cells that start like a formula, because catalogs show the texts to shoppers.
 * @see https://developers.facebook.com/docs/marketing-api/catalog/reference/
 */
export function metaFeed(items: readonly FeedItem[], store: FeedStore): string {
  const columns = Object.values(META_COLUMNS);
  const data = items.filter(isListed).map((item) => columns.map((textOf) => textOf(item, store)));
  return `${Papa.unparse({ fields: Object.keys(META_COLUMNS), data })}\r\n`;
}

/** The columns in their order, each with the text of an item. */
const META_COLUMNS: Readonly<Record<string, (item: FeedItem, store: FeedStore) => string>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  description: ({ description }) => description,
  availability: ({ isSoldOut }) => (isSoldOut ? "out of stock" : "in stock"),
  condition: () => "new",
  price: ({ priceCents }) => feedPrice(priceCents),
  link: ({ link }) => link,
  image_link: ({ images: [first] }) => first?.address ?? "",
  additional_image_link: ({ images: [, ...additional] }) => additional.map(({ address }) => address).join(","),
  gtin: ({ gtin }) => gtin,
  brand: ({ brand }) => brand,
  sale_price: ({ salePriceCents }) => (salePriceCents === null ? "" : feedPrice(salePriceCents)),
  sale_price_effective_date: (item, { timeZone }) => saleDates(item, timeZone, ":"),
  unit_price: (item) => {
    const unit = unitPriceOf(item);
    return unit === null ? "" : JSON.stringify({ value: amountText(unit.cents), currency: "USD", unit: unit.per });
  },
  item_group_id: ({ groupId }) => groupId ?? "",
  size: ({ sizeLabel }) => sizeLabel ?? "",
  product_type: ({ category }) => category,
  google_product_category: ({ googleCategory }) => googleCategory ?? "",
};
