/** What a table of products says, by the heads of its columns: each row a product, or one size of it. */
export const IMPORT_COLUMNS = [
  "id",
  "category",
  "name",
  "size_label",
  "price",
  "discount_price",
  "availability",
  "stock",
  "hidden",
  "size",
  "amount",
  "unit",
  "storage",
  "description_header",
  "description",
  "also_called",
  "origin",
  "ingredients",
  "contains",
  "may_contain",
  "fibre",
  "care",
  "heat_level",
  "picture",
  "second_picture",
] as const;

export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Texts as they were typed; a column that is not there leaves the product as it is. */
export type ImportCells = Partial<Record<ImportColumn | "problem", string>>;

export interface ImportRow {
  /** In the table, its heads being row 1. */
  rowNumber: number;
  cells: ImportCells;
}

/** A row by the heads of its columns, in small letters: the first of these that the table has; "" where it has none. */
export interface TableLine {
  rowNumber: number;
  cell: (...heads: string[]) => string;
}
