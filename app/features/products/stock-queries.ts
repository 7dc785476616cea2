import { categories } from "#app/features/catalogue/categories.ts";
import { PREVIEW_COLUMNS, productSummaryFromRow } from "#app/features/catalogue/product.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { isPastTheLastRow } from "#app/platform/table-rows.ts";
import { type PageOf, pageOf, rowsOfPage } from "#app/ui/pagination.ts";
import { centsFrom } from "#app/values/money.ts";
import { isKeyOf } from "#app/values/typed-object.ts";

/** Which products the owner looks at. */
export const SHOWN = {
  all: "For sale",
  offer: "On sale",
  low: "Low stock",
  sold_out: "Sold out",
  hidden: "Hidden",
} as const;

export interface StockFilter {
  words: string;
  show: keyof typeof SHOWN;
  /** The prefix of a category; null for all. */
  category: (typeof categories)[number]["prefix"] | null;
}

export function stockFilterFrom(search: URLSearchParams): StockFilter {
  const show = search.get("show") ?? "";
  return {
    words: (search.get("words") ?? "").trim().slice(0, 60),
    show: isKeyOf(SHOWN, show) ? show : "all",
    category: categories.find(({ prefix }) => prefix === search.get("category"))?.prefix ?? null,
  };
}

export function stockAddress({ words, show, category }: StockFilter): string {
  const search = new URLSearchParams({
    ...(words === "" ? {} : { words }),
    ...(show === "all" ? {} : { show }),
    ...(category === null ? {} : { category }),
  });
  return search.size === 0 ? "/desk/products" : `/desk/products?${search}`;
}

export type StockItem = Awaited<ReturnType<typeof readStock>>["items"][number];

const PER_PAGE = 20;

/** One page of the catalogue by name; null past the last page. For managers. */
export function listStock(
  data: BrowserData,
  filter: StockFilter,
  pageIndex: number,
): Promise<PageOf<StockItem> | null> {
  return readWithRetries(["shelf", stockAddress(filter), pageIndex], async () => {
    const { items, count } = await readStock(data, filter, pageIndex);
    return pageOf(items, count, { pageIndex, pageSize: PER_PAGE });
  });
}

const COLUMNS = `${PREVIEW_COLUMNS}, availability, archived_at, regular_discount_price, product_stock(stock_count),
  product_sizes(availability, archived_at, size_stock(stock_count))` as const;

async function readStock(data: BrowserData, { words, show, category }: StockFilter, pageIndex: number) {
  const all = data.rest.from("products").select(COLUMNS, { count: "exact" });
  let query =
    words.trim() === ""
      ? all
      : (data.rest.rpc("find_products", { words }, { count: "exact" }).select(COLUMNS) as unknown as typeof all);
  query = show === "hidden" ? query.not("archived_at", "is", null) : query.is("archived_at", null);
  if (show === "offer") query = query.not("discount_price", "is", null);
  if (show === "sold_out") query = query.eq("is_sold_out", true);
  if (show === "low") {
    const low = rowsOf(await data.rest.rpc("list_low_stock", { max_count: 500 })) ?? [];
    query = query.in(
      "id",
      low.map(({ product_id }) => product_id),
    );
  }
  if (category !== null) query = query.eq("category", category);
  const [answer, record] = await Promise.all([
    query
      .order("name")
      .order("id")
      .range(...rowsOfPage(pageIndex, PER_PAGE)),
    data.rest.from("store_settings").select("low_stock_at").single(),
  ]);
  if (isPastTheLastRow(answer)) return { items: [], count: 0 };
  const lowStockAt = rowsOf(record)?.low_stock_at ?? 0;
  const items = (rowsOf(answer) ?? []).map(
    ({ availability, archived_at, regular_discount_price: regular, product_stock, product_sizes, ...row }) => ({
      ...productSummaryFromRow(row),
      availability,
      /** Without the offers that run for a time. */
      regularPrices: {
        priceCents: centsFrom(row.price),
        discountPriceCents: regular === null ? null : centsFrom(regular),
      },
      isOnTimedOffer: regular !== row.discount_price,
      /** Null if it is not counted. */
      stockCount: product_stock?.stock_count ?? null,
      /** It, or one of its sizes, is counted and nearly gone. */
      isLow: countsOf({ availability, product_stock, product_sizes }).some((left) => left <= lowStockAt),
      isHidden: archived_at !== null,
    }),
  );
  return { items, count: answer.count ?? items.length };
}

interface Counted {
  availability: string;
  product_stock: { stock_count: number } | null;
  product_sizes: {
    availability: string;
    archived_at: string | null;
    size_stock: { stock_count: number } | null;
  }[];
}

/** Quantity left of it, or of each of its sizes, where that is counted. */
function countsOf({ availability, product_stock, product_sizes }: Counted): number[] {
  const sizes = product_sizes.filter(({ archived_at }) => archived_at === null);
  if (sizes.length > 0)
    return sizes
      .filter((size) => size.availability === "counted")
      .map(({ size_stock }) => size_stock?.stock_count ?? 0);
  return availability === "counted" ? [product_stock?.stock_count ?? 0] : [];
}
