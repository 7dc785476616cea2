import type { CsvColumn } from "#app/features/catalog/product-fields.ts";

/**
 * Cells as typed; a missing column leaves the product unchanged. The `sale_…` cells are a price with start and end
 * ("2026-12-24" or "2026-12-24 15:00" in the store's time zone; "" for none). A `problem` rejects the row.
 */
export type ImportCells = Partial<Record<CsvColumn | "sale_price" | "sale_starts" | "sale_ends" | "problem", string>>;

export interface ImportRow {
  /** Row number as in a spreadsheet; the first row of the file is 1. */
  rowNumber: number;
  cells: ImportCells;
}

/** Row of the file; `cell` returns the cell under the first given heading that the file has, or "". */
export type TableLine = { rowNumber: number; heads: readonly string[]; cell: (...heads: string[]) => string };

/** Returns the non-empty cells. An empty cell in another store's export must not clear a value of this store. */
export function filledCells(cells: ImportCells): ImportCells {
  return Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ""));
}

/** Parses a yes/no cell; null for an unknown word. Spreadsheets write TRUE and FALSE in the user's language. */
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
