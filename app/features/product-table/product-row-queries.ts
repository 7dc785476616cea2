import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf } from "#app/platform/reads.ts";
import { type ProductCells, productRowFromCells } from "./product-row.ts";
import { type TableFilter, tableAddress } from "./table-filter.ts";

/** Rows per request, the maximum of one database response. */
const ROWS_PER_REQUEST = 6000;

export type ProductList = Awaited<ReturnType<typeof listProductRows>>;

/** Lists all rows of the product table, in their order. For managers. */
export async function listProductRows(data: BrowserData, filter: TableFilter) {
  const first = await readPart(data, filter, 0);
  const rows = new Map(first.rows.map((cells) => [`${cells[0]}-${cells[1]}`, cells]));
  for (let count = ROWS_PER_REQUEST; count < first.row_count; count += ROWS_PER_REQUEST) {
    // A row that moved between requests may appear twice.
    for (const cells of (await readPart(data, filter, count)).rows) rows.set(`${cells[0]}-${cells[1]}`, cells);
  }
  return {
    rows: [...rows.values()].map(productRowFromCells),
    productCount: first.product_count,
    /** Stock of this many or fewer is low. */
    lowStockAt: first.low_stock_at,
  };
}

function readPart(data: BrowserData, filter: TableFilter, skipCount: number) {
  const { isDescending: is_descending, ...given } = filter;
  return readWithRetries(["product-rows", tableAddress(filter), skipCount], async () => {
    const part = resultOf(
      await data.rest.rpc("list_product_rows", {
        ...given,
        is_descending,
        skip_count: skipCount,
        max_count: ROWS_PER_REQUEST,
      }),
    );
    return { ...part, rows: part.rows as ProductCells[] };
  });
}
