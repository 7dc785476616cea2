import { categories } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import { isKeyOf } from "#app/values/typed-object.ts";

export const statusLabels = () => ({
  for_sale: t("For sale"),
  on_sale: t("On sale"),
  hidden: t("Hidden"),
  every: t("All"),
});

export const stockLabels = () => ({ any: t("Any"), low: t("Low stock"), out: t("Sold out") });

export const sortLabels = () => ({
  name: t("Name"),
  price: t("Price"),
  stock: t("Stock"),
  category: t("Category"),
  added: t("Date added"),
});

export type TableSort = keyof ReturnType<typeof sortLabels>;

/** Filter and sort order of the product table, as stored in its URL. */
export type TableFilter = ReturnType<typeof tableFilterFrom>;

export function tableFilterFrom(search: URLSearchParams) {
  const status = search.get("status");
  const stock = search.get("stock");
  const sort = (search.get("sort") ?? "").replace(/^-/, "");
  return {
    words: (search.get("words") ?? "").trim().slice(0, 60),
    /** Null for all categories. */
    category: categories.find(({ prefix }) => prefix === search.get("category"))?.prefix ?? null,
    status: isKeyOf(statusLabels(), status) ? status : "for_sale",
    stock: isKeyOf(stockLabels(), stock) ? stock : "any",
    sort: isKeyOf(sortLabels(), sort) ? sort : "name",
    isDescending: isKeyOf(sortLabels(), sort) && search.get("sort") !== sort,
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

/** Returns the filter after a click on a column's heading: sorted by that column, or in reverse if it already was. */
export function sortedBy(filter: TableFilter, sort: TableSort): TableFilter {
  return { ...filter, sort, isDescending: filter.sort === sort ? !filter.isDescending : false };
}
