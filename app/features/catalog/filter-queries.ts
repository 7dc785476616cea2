import type { BrowserData } from "#app/platform/browser-data.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { type PageOf, pageOf, rowsOfPage } from "#app/ui/pagination.ts";
import type { Category } from "./categories.ts";
import type { Allergen, ProductSummary, StorageKind } from "./product.ts";
import { isPlain, PLAIN, type ProductFilters } from "./product-filters.ts";
import { listProducts, listProductsByIds, PRODUCTS_PER_PAGE } from "./product-queries.ts";

/** Client that reads tables and calls functions of the data service. */
export type CatalogClient = Pick<BrowserData["rest"], "from" | "rpc">;

/**
 * Number of products for each choice, if it replaced the active choices of its kind. Choices that no product matches
 * are left out.
 */
export interface FilterCounts {
  /** Number of products without filters. */
  all: number;
  available: number;
  offer: number | null;
  snap: number | null;
  storage: Partial<Record<StorageKind, number>>;
  free: Partial<Record<Allergen, number>>;
  sizes: Readonly<Record<string, number>>;
  /** Labels of the sizes in the language of the page; absent in English. */
  sizeNames?: Readonly<Record<string, string>>;
}

export type FilteredPage = { page: PageOf<ProductSummary>; counts: FilterCounts };

/** Returns one filtered page of a category; null past the last page. */
export async function listFilteredProducts(
  client: CatalogClient,
  category: Category,
  filters: ProductFilters,
  pageIndex: number,
): Promise<FilteredPage | null> {
  const scope = { category: category.prefix };
  if (!isPlain(filters)) return readFilteredPage(client, scope, filters, pageIndex);
  const [page, { counts }] = await Promise.all([
    listProducts(client, category, pageIndex),
    callFilter(client, scope, PLAIN, { count: 0, skip: 0 }),
  ]);
  return page && { page, counts };
}

/** Returns one filtered page of a category or a search; null past the last page. */
export async function readFilteredPage(
  client: CatalogClient,
  scope: { category: string } | { query: string },
  filters: ProductFilters,
  pageIndex: number,
): Promise<FilteredPage | null> {
  const [skip] = rowsOfPage(pageIndex, PRODUCTS_PER_PAGE);
  const found = await callFilter(client, scope, filters, { count: PRODUCTS_PER_PAGE, skip });
  const products = new Map(
    (await listProductsByIds(client, found.product_ids)).map((product) => [product.id, product]),
  );
  const items = found.product_ids.flatMap((id) => products.get(id) ?? []);
  const page = pageOf(items, found.total_count, { pageIndex, pageSize: PRODUCTS_PER_PAGE });
  return page && { page, counts: found.counts };
}

async function callFilter(
  client: CatalogClient,
  scope: { category: string } | { query: string },
  { sort, isAvailable, isOnOffer, isSnapEligible, storage, freeOf, sizes }: ProductFilters,
  { count, skip }: { count: number; skip: number },
) {
  const answer = await client.rpc("filter_products", {
    ...scope,
    sort,
    is_available: isAvailable,
    is_on_offer: isOnOffer,
    is_snap_eligible: isSnapEligible,
    storage: [...storage],
    free_of: [...freeOf],
    sizes: [...sizes],
    max_count: count,
    skip_count: skip,
  });
  const [found] = tableRows(answer);
  if (!found) throw new Error("Could not load wears data");
  return { ...found, counts: found.counts as FilterCounts };
}
