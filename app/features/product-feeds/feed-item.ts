import { type CategoryPrefix, getCategory } from "#app/features/catalog/categories.ts";
import { type Product, type ProductPicture, productPath } from "#app/features/catalog/product.ts";
import {
  atExpectedWeight,
  type ProductSize,
  SIZE_PARAMETER,
  withAddedCents,
} from "#app/features/catalog/product-size.ts";
import { productDescription } from "#app/features/catalog/product-structured-data.ts";
import { type Amount, hasUnitPrice, packsIn, type WeightUnit } from "#app/values/amount.ts";
import { amountText } from "#app/values/money.ts";
import { pictureAddress } from "#app/values/picture-address.ts";
import { shopTimeOf } from "#app/values/shop-clock.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { offsetMs } from "#app/values/wall-clock.ts";

/** Product for sale, with feed data that its row does not contain. */
export interface FeedProduct {
  product: Product;
  /** GTINs of the product (null) and of its sizes, by size id. */
  gtins: ReadonlyMap<number | null, string>;
  /** Empty if unknown. */
  brand: string;
  /** Running offers: the latest start and the earliest end, ISO 8601; null without an offer. */
  sale: { startsAt: string; endsAt: string } | null;
}

export interface FeedStore {
  name: string;
  origin: string;
  /** Origin of the images. */
  imageOrigin: string;
  timeZone: string;
}

/** Product, or one of its sizes, as listed in every feed. */
export interface FeedItem {
  /** Stable as long as the product or size exists. */
  id: string;
  /** Id of the product whose size it is; null for a product without sizes. */
  groupId: string | null;
  title: string;
  description: string;
  link: string;
  images: readonly ProductPicture[];
  isSoldOut: boolean;
  /** In cents, including the cheapest required choices. */
  priceCents: number;
  /** Null without a sale; always below the price. */
  salePriceCents: number | null;
  sale: FeedProduct["sale"];
  /** Measurement that the price is for, if it has a unit price; weights are compared per `weightUnit`. */
  amount: Amount | null;
  weightUnit: WeightUnit;
  gtin: string;
  brand: string;
  sizeLabel: string | null;
  category: string;
  googleCategory: string | null;
}

/** Limits used for all feeds; Google's are the lowest. */
const MAX_TITLE_LENGTH = 150;
const MAX_DESCRIPTION_LENGTH = 5000;
const MAX_BRAND_LENGTH = 70;
/** The main image, and ten additional ones. */
const MAX_IMAGES = 11;

/**
 * Google's categories, for those whose products all belong to the same one:
 * https://support.google.com/merchants/answer/6324436
 */
const GOOGLE_CATEGORIES: Partial<Record<CategoryPrefix, string>> = {
  condiments: "Food, Beverages & Tobacco > Food Items",
  drinks: "Food, Beverages & Tobacco > Beverages",
  fruits: "Food, Beverages & Tobacco > Food Items > Fruits & Vegetables",
  grains: "Food, Beverages & Tobacco > Food Items",
  meat: "Food, Beverages & Tobacco > Food Items > Meat, Seafood & Eggs",
  snacks: "Food, Beverages & Tobacco > Food Items",
};

/** Returns the item of a product, or one item for each of its sizes. */
export function feedItems({ product, gtins, brand, sale }: FeedProduct, store: FeedStore): FeedItem[] {
  const category = getCategory(product.prefix);
  const link = `${store.origin}${productPath(product)}`;
  const shared = {
    description: cut(productDescription(product) || product.name, MAX_DESCRIPTION_LENGTH),
    images: product.pictures
      .filter(({ address }) => !UNLISTED_FORMATS.test(address))
      .slice(0, MAX_IMAGES)
      .map(({ address, alt }) => ({ address: pictureAddress(address, store.imageOrigin), alt })),
    brand: cut(brand, MAX_BRAND_LENGTH),
    weightUnit: category.weightUnit,
    category: category.title(),
    googleCategory: GOOGLE_CATEGORIES[product.prefix] ?? null,
  };
  const pricesOf = (offered: Offered) => {
    const { priceCents, discountPriceCents, amount } = atExpectedWeight(withAddedCents(offered, product.addedCents));
    return {
      priceCents,
      salePriceCents: discountPriceCents,
      sale: discountPriceCents === null ? null : sale,
      amount: hasUnitPrice(amount) ? amount : null,
    };
  };
  if (product.sizes.length === 0) {
    return [
      {
        ...shared,
        ...pricesOf(product),
        id: String(product.id),
        groupId: null,
        title: cut(product.name, MAX_TITLE_LENGTH),
        link,
        isSoldOut: product.isSoldOut,
        gtin: gtins.get(null) ?? "",
        sizeLabel: null,
      },
    ];
  }
  return product.sizes.map((size) => ({
    ...shared,
    ...pricesOf(size),
    id: `${product.id}-${size.id}`,
    groupId: String(product.id),
    title: cut(sizedName(product.name, size.label), MAX_TITLE_LENGTH),
    link: `${link}?${SIZE_PARAMETER}=${size.id}`,
    isSoldOut: product.isSoldOut || size.isSoldOut,
    gtin: gtins.get(size.id) ?? "",
    sizeLabel: size.label,
  }));
}

/** Returns whether Google and Meta list the item: they require an image and a price. */
export function isListed({ images, priceCents, salePriceCents }: FeedItem): boolean {
  return images.length > 0 && (salePriceCents ?? priceCents) > 0;
}

type Offered = Pick<ProductSize, "priceCents" | "discountPriceCents" | "perPound" | "amount">;

/** Image formats that Google and Meta do not support. */
const UNLISTED_FORMATS = /\.(svg|avif)$/i;

/** Cuts the text at the maximum length, without splitting an emoji. */
function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
}

/** Returns a price as "15.00 USD". */
export function feedPrice(cents: number): string {
  return `${amountText(cents)} USD`;
}

/**
 * Returns the time of a sale as "2026-11-24T13:00-0600/2026-11-29T15:30-0600", in the store's time zone; "" without
 * one.
 * @param separator between hours and minutes of the UTC offset
 */
export function saleDates({ sale }: Pick<FeedItem, "sale">, timeZone: string, separator: "" | ":"): string {
  if (sale === null) return "";
  return [sale.startsAt, sale.endsAt].map((instant) => zonedTime(new Date(instant), timeZone, separator)).join("/");
}

function zonedTime(instant: Date, timeZone: string, separator: string): string {
  const minutes = offsetMs(instant, timeZone) / 60_000;
  const sign = minutes < 0 ? "-" : "+";
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${shopTimeOf(instant, timeZone)}${sign}${hour}${separator}${minute}`;
}

/** Returns the current price of one unit, in cents; null without a unit price, or if it rounds to nothing. */
export function unitPriceOf({ amount, weightUnit, salePriceCents, priceCents }: FeedItem) {
  if (amount === null) return null;
  const per = amount.unit === "lb" || amount.unit === "oz" ? weightUnit : amount.unit;
  const units = packsIn(amount, { value: 1, unit: per });
  if (units === null) return null;
  const cents = Math.round((salePriceCents ?? priceCents) / units);
  return cents === 0 ? null : { cents, per };
}
