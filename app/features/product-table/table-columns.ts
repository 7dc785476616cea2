import { columnVisibilityFeature, createColumnHelper, rowSelectionFeature, tableFeatures } from "@tanstack/react-table";
import { t } from "#app/messages/t.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { type CellField, fieldLabels } from "./cells.ts";
import type { ProductRow } from "./product-row.ts";
import type { TableSort } from "./table-filter.ts";

export const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

const helper = createColumnHelper<typeof features, ProductRow>();

/** Columns in order: heading, width, and the sort order that the heading selects. */
const COLUMNS = {
  select: { header: () => t("Select"), width: "4.4rem" },
  picture: { header: () => t("Image"), width: "5.6rem" },
  name: { header: () => fieldLabels().name, width: "minmax(18rem, 1fr)", sort: "name" },
  size: { header: () => t("Size"), width: "9rem" },
  price: { header: () => fieldLabels().price, width: "8.4rem", sort: "price" },
  discount: { header: () => fieldLabels().discount, width: "11rem" },
  stock: { header: () => fieldLabels().stock, width: "9.6rem", sort: "stock" },
  status: { header: () => fieldLabels().status, width: "9rem" },
  category: { header: () => t("Category"), width: "13rem", sort: "category" },
  storage: { header: () => t("Storage"), width: "9rem" },
  sku: { header: () => fieldLabels().sku, width: "12rem" },
  barcode: { header: () => fieldLabels().barcode, width: "16rem" },
  vendor: { header: () => fieldLabels().vendor, width: "16rem" },
  weight: { header: () => fieldLabels().weight, width: "10rem" },
  actions: { header: () => t("Actions"), width: "5.2rem" },
} as const satisfies Record<string, { header: () => string; width: string; sort?: TableSort }>;

export type ColumnId = keyof typeof COLUMNS;

export const OPTIONAL_COLUMNS = keysOf(COLUMNS).filter(
  (id) => id !== "select" && id !== "name" && id !== "price" && id !== "actions",
);

export const columns = helper.columns(
  Object.entries(COLUMNS).map(([id, { header }]) => helper.display({ id, header })),
);

export function columnOf(id: ColumnId): { header: () => string; width: string; sort?: TableSort } {
  return COLUMNS[id];
}

export function fieldOf(id: ColumnId): CellField | null {
  return id in fieldLabels() ? (id as CellField) : null;
}
