import { noteExport } from "#app/features/reports/history-record.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { IMPORT_COLUMNS, type ImportCells } from "./import-columns.ts";

const COLUMNS = `id, category, name, price, discount_price:regular_discount_price, availability, size, amount, unit, storage, description_header,
  description, also_called, origin, ingredients, contains, may_contain, fibre, care, heat_level, img1, img2, archived_at,
  product_stock(stock_count),
  product_sizes(id, label, position, price, discount_price:regular_discount_price, availability, amount, unit, archived_at, size_stock(stock_count))`;

type ExportedProduct = SelectedRow<"products", typeof COLUMNS>;

/** As many as are read at once: with the longest texts they are still one answer of the data service (4 MB). */
const PAGE = 100;

/**
 * All products with their sizes, hidden ones too, as a table that can be brought back. Noted in the history.
 * @param onRows told how many products have come so far
 * @throws when they cannot be read, or the export cannot be noted
 */
export async function exportProducts(data: BrowserData, onRows: (count: number) => void): Promise<string> {
  await noteExport(data, "Products");
  const rows: ImportCells[] = [];
  let count = 0;
  for (let lastId: number | null = 0; lastId !== null; ) {
    const page: ExportedProduct[] =
      rowsOf(await data.rest.from("products").select(COLUMNS).gt("id", lastId).order("id").limit(PAGE)) ?? [];
    rows.push(...page.flatMap(cellsOf));
    count += page.length;
    onRows(count);
    lastId = page.length === PAGE ? (page.at(-1)?.id ?? null) : null;
  }
  const { csvText } = await import("#app/platform/csv.ts");
  return csvText(
    IMPORT_COLUMNS,
    rows.map((cells) => IMPORT_COLUMNS.map((column) => cells[column] ?? "")),
  );
}

function cellsOf(product: ExportedProduct): ImportCells[] {
  const named = { id: String(product.id), category: product.category, name: product.name };
  const sizes = product.product_sizes
    .filter(({ archived_at }) => archived_at === null)
    .sort((one, other) => one.position - other.position || one.id - other.id);
  return [
    {
      ...named,
      ...soldCells(product, product.product_stock?.stock_count),
      hidden: product.archived_at === null ? "no" : "yes",
      size: product.size,
      storage: product.storage ?? "",
      description_header: product.description_header,
      description: product.description,
      also_called: product.also_called,
      origin: product.origin,
      ingredients: product.ingredients,
      contains: product.contains.join(", "),
      may_contain: product.may_contain.join(", "),
      fibre: product.fibre,
      care: product.care,
      heat_level: text(product.heat_level),
      picture: product.img1,
      second_picture: product.img2 ?? "",
    },
    ...sizes.map((size) => ({
      ...named,
      size_label: size.label,
      ...soldCells(size, size.size_stock?.stock_count),
    })),
  ];
}

type Sold = Pick<ExportedProduct, "price" | "discount_price" | "availability" | "amount" | "unit">;

function soldCells(
  sold: Omit<Sold, "price"> & { price: number | null },
  stockCount: number | undefined,
): ImportCells {
  return {
    price: sold.price?.toFixed(2) ?? "",
    discount_price: sold.discount_price?.toFixed(2) ?? "",
    availability: sold.availability,
    stock: sold.availability === "counted" ? text(stockCount) : "",
    amount: text(sold.amount),
    unit: sold.unit ?? "",
  };
}

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}
