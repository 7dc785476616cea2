import { type CategoryPrefix, categories } from "#app/features/catalogue/categories.ts";
import { isKeyOf } from "#app/values/typed-object.ts";

export const STATUS_LABELS = {
  for_sale: "For sale",
  on_sale: "On sale",
  hidden: "Hidden",
  every: "All",
} as const;

export const STOCK_LABELS = { any: "Any", low: "Low stock", out: "Sold out" } as const;

export const SORT_LABELS = {
  name: "Name",
  price: "Price",
  stock: "Stock",
  category: "Category",
  added: "Date added",
} as const;

export type TableSort = keyof typeof SORT_LABELS;

/** Filter and order of the product table, as its address has them. */
export interface TableFilter {
  words: string;
  /** Null for all. */
  category: CategoryPrefix | null;
  status: keyof typeof STATUS_LABELS;
  stock: keyof typeof STOCK_LABELS;
  sort: TableSort;
  isDescending: boolean;
}

export function tableFilterFrom(search: URLSearchParams): TableFilter {
  const status = search.get("status");
  const stock = search.get("stock");
  const sort = (search.get("sort") ?? "").replace(/^-/, "");
  return {
    words: (search.get("words") ?? "").trim().slice(0, 60),
    category: categories.find(({ prefix }) => prefix === search.get("category"))?.prefix ?? null,
    status: isKeyOf(STATUS_LABELS, status) ? status : "for_sale",
    stock: isKeyOf(STOCK_LABELS, stock) ? stock : "any",
    sort: isKeyOf(SORT_LABELS, sort) ? sort : "name",
    isDescending: isKeyOf(SORT_LABELS, sort) && search.get("sort") !== sort,
  };
}

export function tableAddress({ words, category, status, stock, sort, isDescending }: TableFilter): string {
  const order = `${isDescending ? "-" : ""}${sort}`;
  const search = new URLSearchParams({
    ...(words === "" ? {} : { words }),
    ...(category === null ? {} : { category }),
    ...(status === "for_sale" ? {} : { status }),
    ...(stock === "any" ? {} : { stock }),
    ...(order === "name" ? {} : { sort: order }),
  });
  return search.size === 0 ? "/desk/products" : `/desk/products?${search}`;
}

/** The filter after a press on a column's heading: by that column, and on the next press the other way around. */
export function sortedBy(filter: TableFilter, sort: TableSort): TableFilter {
  return { ...filter, sort, isDescending: filter.sort === sort ? !filter.isDescending : false };
}
