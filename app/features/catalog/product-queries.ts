import type { BrowserData } from "#app/platform/browser-data.ts";
import { isPastTheLastRow, tableRows } from "#app/platform/table-rows.ts";
import { type PageOf, pageOf, rowsOfPage } from "#app/ui/pagination.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { knownTimeZone, shopDayOf } from "#app/values/shop-clock.ts";
import type { Category } from "./categories.ts";
import {
  ADDITIONAL_IMAGE_COLUMNS,
  PREVIEW_COLUMNS,
  PRODUCT_COLUMNS,
  type Product,
  type ProductSummary,
  productFromRow,
  productSummaryFromRow,
} from "./product.ts";

/** Client that reads tables of the data service, in a loader or in the browser. */
export type Tables = Pick<BrowserData["rest"], "from">;

/** Client that calls functions of the data service. */
type Calls = Pick<BrowserData["rest"], "rpc">;

export const PRODUCTS_PER_PAGE = 8;
const PREVIEW_SIZE = 12;
const RELATED_COUNT = 4;
/** With more, the carousel would make up most of the home page. */
const MAX_OFFERS = 24;

/** Returns one page of a category, paginated by the database; null past the last page. */
export async function listProducts(
  tables: Tables,
  category: Category,
  pageIndex: number,
): Promise<PageOf<ProductSummary> | null> {
  const answer = await tables
    .from(category.table)
    .select(PREVIEW_COLUMNS, { count: "exact" })
    .order("id")
    .range(...rowsOfPage(pageIndex, PRODUCTS_PER_PAGE));
  if (isPastTheLastRow(answer)) return null;
  const items = tableRows(answer).map(productSummaryFromRow);
  return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize: PRODUCTS_PER_PAGE });
}

export async function findProduct(tables: Tables, category: Category, id: number): Promise<Product | null> {
  // The views of the specification have only two images; the others are in `product_pictures`.
  const [answer, pictures] = await Promise.all([
    tables.from(category.table).select(PRODUCT_COLUMNS).eq("id", id).limit(1),
    tables.from("product_pictures").select(ADDITIONAL_IMAGE_COLUMNS).eq("product_id", id).order("position"),
  ]);
  const [row] = tableRows(answer);
  return row ? productFromRow(row, tableRows(pictures)) : null;
}

/** Returns related products, best first. */
export async function listRelatedProducts(calls: Calls, productId: number): Promise<ProductSummary[]> {
  const answer = await calls
    .rpc("list_related_products", { product_id: productId, max_count: RELATED_COUNT })
    .select(PREVIEW_COLUMNS);
  return tableRows(answer).map(productSummaryFromRow);
}

/** Returns when the first of a product's current offers ends, ISO 8601; null when none is running. */
export async function findOfferEnd(calls: Calls, productId: number): Promise<string | null> {
  const answer = await calls.rpc("find_offer_end", { product_id: productId });
  return answer.error ? tableRows(answer) : answer.data;
}

/**
 * SKU, GTIN, and brand of a product, whose `sizeId` is null, or of one of its sizes, for structured data; "" without
 * one. Only the product has a brand.
 */
export type PublicCodes = Awaited<ReturnType<typeof listPublicCodes>>[number];

export async function listPublicCodes(calls: Calls, productId: number) {
  const rows = tableRows(await calls.rpc("list_public_codes", { product_id: productId }));
  return rows.map((row) => camelCased(row));
}

/** Returns the first products of a category, for a row of the home page. */
export async function listTeasers(tables: Tables, category: Category): Promise<ProductSummary[]> {
  const answer = await tables.from(category.table).select(PREVIEW_COLUMNS).order("id").limit(PREVIEW_SIZE);
  return tableRows(answer).map(productSummaryFromRow);
}

/** Returns the image of the category's first product; null without products. */
export async function findCategoryImage(tables: Tables, category: Category): Promise<string | null> {
  const answer = await tables.from(category.table).select("image:img1").order("id").limit(1);
  return tableRows(answer)[0]?.image ?? null;
}

/**
 * Returns discounted products, in an order that changes each day of the store and whenever the discounted products
 * change. Shuffled on the server, so that server and browser render the same order, and with a seed, so that all
 * processes do. Only the products shown are read completely.
 */
export async function listOffers(tables: Tables, now: Date): Promise<ProductSummary[]> {
  const [answer, shop] = await Promise.all([
    tables
      .from("products")
      .select("id")
      .not("discount_price", "is", null)
      .is("archived_at", null)
      .order("id", { ascending: false }),
    tables.from("store_settings").select("time_zone").single(),
  ]);
  const ids = tableRows(answer).map(({ id }) => id);
  const day = shopDayOf(now, knownTimeZone(tableRows(shop).time_zone));
  const picked = shuffled(ids, `${day} ${ids}`).slice(0, MAX_OFFERS);
  const products = new Map((await listProductsByIds(tables, picked)).map((product) => [product.id, product]));
  return picked.flatMap((id) => products.get(id) ?? []);
}

/** Returns the products with these ids that are for sale, in no particular order. */
export async function listProductsByIds(tables: Tables, ids: readonly number[]): Promise<ProductSummary[]> {
  const answer = await tables
    .from("products")
    .select(PREVIEW_COLUMNS)
    .in("id", [...ids])
    .is("archived_at", null);
  return tableRows(answer).map(productSummaryFromRow);
}

/** Returns the prefix and id of the products for sale, one page of `pageSize`; null past the last page. */
export async function listProductAddresses(
  tables: Tables,
  pageIndex: number,
  pageSize: number,
): Promise<PageOf<Pick<Product, "prefix" | "id">> | null> {
  const answer = await tables
    .from("products")
    .select("id,category", { count: "exact" })
    .is("archived_at", null)
    .order("id")
    .range(...rowsOfPage(pageIndex, pageSize));
  if (isPastTheLastRow(answer)) return null;
  const items = tableRows(answer).map(({ id, category }) => ({ id, prefix: category }));
  return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize });
}

/** Returns the products for sale that match a search best. */
export async function listFirstProducts(calls: Calls, words: string, count: number): Promise<ProductSummary[]> {
  const answer = await calls.rpc("search_products", { query: words, max_count: count }).select(PREVIEW_COLUMNS);
  return tableRows(answer).map(productSummaryFromRow);
}

/** Returns the items in an order that looks random and is the same for the same seed. */
export function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const random = randomNumbers(seed);
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    [result[last], result[pick]] = [result[pick] as Item, result[last] as Item];
  }
  return result;
}

/**
 * Returns a generator of numbers from 0 to 1: FNV-1a of the seed, then mulberry32.
 * https://github.com/bryc/code/blob/master/jshash/PRNGs.md
 */
function randomNumbers(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
