import { weightFromRow } from "#app/features/catalog/gross-weight.ts";
import { CSV_COLUMNS, EXPORTED_COLUMNS } from "#app/features/catalog/product-fields.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { noteExport } from "#app/platform/export-table.ts";
import { rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow, TableRow } from "#app/platform/selected-row.ts";
import type { ImportCells } from "./import-columns.ts";

const RELATED_COLUMNS = `product_stock(stock_count),
  product_sizes(id, label, position, price, regular_discount_price, availability, amount, unit, archived_at, size_stock(stock_count)),
  inventory_items(size_id, sku, barcode, vendor, weight, weight_unit)`;
const COLUMNS = `${EXPORTED_COLUMNS.map(({ column }) => column).join()}, ${RELATED_COLUMNS}`;

type ExportedProduct = Pick<TableRow<"products">, (typeof EXPORTED_COLUMNS)[number]["column"]> &
  SelectedRow<"products", typeof RELATED_COLUMNS>;

/** Products per read; even with the longest texts, they fit into one response of the data service (4 MB). */
const PAGE = 100;

/**
 * Returns all products with their sizes, including hidden ones, as a CSV file that can be imported again. Logged in
 * the audit log.
 * @param onRows called with the number of products so far
 * @throws when they cannot be read, or the export cannot be logged
 */
export async function exportProducts(data: BrowserData, onRows: (count: number) => void): Promise<string> {
  await noteExport(data, "Products");
  const rows: ImportCells[] = [];
  let count = 0;
  for (let lastId: number | null = 0; lastId !== null; ) {
    const page: ExportedProduct[] =
      rowsOf(
        await data.rest
          .from("products")
          .select<string, ExportedProduct>(COLUMNS)
          .gt("id", lastId)
          .order("id")
          .limit(PAGE),
      ) ?? [];
    rows.push(...page.flatMap(cellsOf));
    count += page.length;
    onRows(count);
    lastId = page.length === PAGE ? (page.at(-1)?.id ?? null) : null;
  }
  const { csvText } = await import("#app/platform/csv.ts");
  return csvText(
    CSV_COLUMNS,
    rows.map((cells) => CSV_COLUMNS.map((column) => cells[column] ?? "")),
  );
}

function cellsOf(product: ExportedProduct): ImportCells[] {
  const named = { id: String(product.id), category: product.category, name: product.name };
  const sizes = product.product_sizes
    .filter(({ archived_at }) => archived_at === null)
    .sort((one, other) => one.position - other.position || one.id - other.id);
  return [
    {
      ...Object.fromEntries(EXPORTED_COLUMNS.map(({ column, heading }) => [heading, text(product[column])])),
      ...soldCells(product, product.product_stock?.stock_count),
      ...itemCells(product, null),
      hidden: product.archived_at === null ? "no" : "yes",
    },
    ...sizes.map((size) => ({
      ...named,
      size_label: size.label,
      ...soldCells(size, size.size_stock?.stock_count),
      ...itemCells(product, size.id),
    })),
  ];
}

function itemCells({ inventory_items }: ExportedProduct, sizeId: number | null): ImportCells {
  const item = inventory_items.find(({ size_id }) => size_id === sizeId);
  if (item === undefined) return {};
  const { sku, barcode, vendor, weight, weight_unit } = item;
  return { sku, barcode, vendor, weight: weightFromRow({ weight, weight_unit }) };
}

type Sold = Pick<ExportedProduct, "price" | "regular_discount_price" | "availability" | "amount" | "unit">;

function soldCells(sold: Omit<Sold, "price"> & { price: number | null }, stockCount: number | undefined): ImportCells {
  return {
    price: sold.price?.toFixed(2) ?? "",
    discount_price: sold.regular_discount_price?.toFixed(2) ?? "",
    availability: sold.availability,
    stock: sold.availability === "counted" ? text(stockCount) : "",
    amount: text(sold.amount),
    unit: sold.unit ?? "",
  };
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return value === null || value === undefined ? "" : String(value);
}
