import type { BrowserData } from "#app/platform/browser-data.ts";
import { type PageOf, pageCountOf } from "#app/ui/pagination.ts";
import type { Category } from "./categories.ts";
import { PRODUCT_COLUMNS, type Product, type ProductRow, productFromRow } from "./product.ts";

/** Anything that reads tables of the data service: the loaders' door or the browser's. */
export type Tables = Pick<BrowserData["rest"], "from">;

export const PRODUCTS_PER_PAGE = 8;
export const TEASER_SIZE = 12;
const PAST_THE_LAST_ROW = "PGRST103";

/** One page of a category, cut by the database; null past the last page. */
export async function listProducts(
  tables: Tables,
  category: Category,
  pageIndex: number,
): Promise<PageOf<Product> | null> {
  const first = pageIndex * PRODUCTS_PER_PAGE;
  const answer = await tables
    .from(category.table)
    .select(PRODUCT_COLUMNS, { count: "exact" })
    .order("id")
    .range(first, first + PRODUCTS_PER_PAGE - 1);
  if (answer.error?.code === PAST_THE_LAST_ROW) return null;
  const items = rowsOf(answer).map(productFromRow);
  const totalCount = answer.count ?? items.length;
  const pageCount = pageCountOf(totalCount, PRODUCTS_PER_PAGE);
  return pageIndex < pageCount ? { items, pageIndex, pageCount, totalCount } : null;
}

export async function findProduct(tables: Tables, category: Category, id: number): Promise<Product | null> {
  const answer = await tables.from(category.table).select(PRODUCT_COLUMNS).eq("id", id).limit(1);
  const [row] = rowsOf(answer);
  return row ? productFromRow(row) : null;
}

/** The first products of a category, for a shelf on the home page. */
export async function listTeasers(tables: Tables, category: Category): Promise<Product[]> {
  const answer = await tables.from(category.table).select(PRODUCT_COLUMNS).order("id").limit(TEASER_SIZE);
  return rowsOf(answer).map(productFromRow);
}

/**
 * Everything on offer, in a new order each time. Shuffled here, on the server, so that the server's
 * and the browser's first picture agree.
 */
export async function listOffers(tables: Tables): Promise<Product[]> {
  const answer = await tables
    .from("products")
    .select(PRODUCT_COLUMNS)
    .not("discount_price", "is", null)
    .is("archived_at", null)
    .order("id");
  return shuffle(rowsOf(answer).map(productFromRow));
}

/** The products with these ids that are for sale now, in no particular order. */
export async function listProductsByIds(tables: Tables, ids: readonly number[]): Promise<Product[]> {
  const answer = await tables
    .from("products")
    .select(PRODUCT_COLUMNS)
    .in("id", [...ids])
    .is("archived_at", null);
  return rowsOf(answer).map(productFromRow);
}

function rowsOf(answer: { data: unknown; error: unknown }): ProductRow[] {
  if (answer.error) {
    console.error(answer.error);
    throw new Error("Could not load wears data", { cause: answer.error });
  }
  return answer.data as ProductRow[];
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(Math.random() * (last + 1));
    [shuffled[last], shuffled[pick]] = [shuffled[pick] as Item, shuffled[last] as Item];
  }
  return shuffled;
}
