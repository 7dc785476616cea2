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

/**
 * Texts as they were typed; a column that is not there leaves the product as it is. The sale_… cells are a price with
 * dates ("2026-12-24" or "2026-12-24 15:00" in the store's time zone; "" for none). A `problem` refuses the row.
 */
export type ImportCells = Partial<
  Record<ImportColumn | "sale_price" | "sale_starts" | "sale_ends" | "problem", string>
>;

export interface ImportRow {
  /** As a spreadsheet counts; the first row of the file is 1. */
  rowNumber: number;
  cells: ImportCells;
}

/** A row by the heads of its columns, in small letters: the first of these that the table has; "" where it has none. */
export interface TableLine {
  rowNumber: number;
  heads: readonly string[];
  cell: (...heads: string[]) => string;
}

/** Parses a yes/no cell; `null` for an unknown word. Spreadsheets write TRUE and FALSE in the owner's language. */
export function booleanOf(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

const YES = new Set(
  "1 true yes y wahr ja vrai oui verdadero sí si verdadeiro sim vero waar prawda tak sant sann sand tosi pravda igaz doğru evet adevărat истина kweli ndiyo".split(
    " ",
  ),
);
const NO = new Set(
  "0 false no n falsch nein faux non falso não nao onwaar nee fałsz nie falskt usann falsk epätosi nepravda hamis yanlış hayır fals ложь uongo hapana".split(
    " ",
  ),
);
