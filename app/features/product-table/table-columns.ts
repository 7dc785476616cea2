import { columnVisibilityFeature, createColumnHelper, rowSelectionFeature, tableFeatures } from "@tanstack/react-table";
import { type CellField, FIELD_LABELS } from "./cells.ts";
import { OPTIONAL_COLUMNS } from "./column-choice.ts";
import type { ProductRow } from "./product-row.ts";
import type { TableSort } from "./table-filter.ts";

export const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

const helper = createColumnHelper<typeof features, ProductRow>();

/** Columns in their order: heading, width, and the order of the list that their heading chooses. */
const COLUMNS = {
  select: { header: "Select", width: "4.4rem" },
  picture: { header: OPTIONAL_COLUMNS.picture, width: "5.6rem" },
  name: { header: FIELD_LABELS.name, width: "minmax(18rem, 1fr)", sort: "name" },
  size: { header: OPTIONAL_COLUMNS.size, width: "9rem" },
  price: { header: FIELD_LABELS.price, width: "8.4rem", sort: "price" },
  discount: { header: FIELD_LABELS.discount, width: "11rem" },
  stock: { header: FIELD_LABELS.stock, width: "9.6rem", sort: "stock" },
  status: { header: FIELD_LABELS.status, width: "9rem" },
  category: { header: OPTIONAL_COLUMNS.category, width: "13rem", sort: "category" },
  storage: { header: OPTIONAL_COLUMNS.storage, width: "9rem" },
  sku: { header: FIELD_LABELS.sku, width: "12rem" },
  barcode: { header: FIELD_LABELS.barcode, width: "16rem" },
  vendor: { header: FIELD_LABELS.vendor, width: "16rem" },
  weight: { header: FIELD_LABELS.weight, width: "10rem" },
  actions: { header: "Actions", width: "5.2rem" },
} as const satisfies Record<string, { header: string; width: string; sort?: TableSort }>;

export type ColumnId = keyof typeof COLUMNS;

export const columns = helper.columns(
  Object.entries(COLUMNS).map(([id, { header }]) => helper.display({ id, header })),
);

export function columnOf(id: ColumnId): { header: string; width: string; sort?: TableSort } {
  return COLUMNS[id];
}

export function fieldOf(id: ColumnId): CellField | null {
  return id in FIELD_LABELS ? (id as CellField) : null;
}
