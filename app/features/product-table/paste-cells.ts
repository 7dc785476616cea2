import type { ParsedCell } from "./cells.ts";
import { type CellField, parseCell } from "./cells.ts";
import type { ProductRow } from "./product-row.ts";

/** Pasted cell with its effect; an invalid one is not written. */
export interface PastedCell {
  row: ProductRow;
  field: CellField;
  text: string;
  result: ParsedCell;
}

export interface PastePlan {
  cells: readonly PastedCell[];
  /** Number of cells below the last row or to the right of the last column. */
  leftOutCount: number;
}

/**
 * Parses spreadsheet cells from the clipboard: one row per line, cells separated by tabs; quoted cells may contain
 * both.
 */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]];
  // Matches a quoted or plain cell with the tab or line break after it.
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  // Spreadsheets put a line break after the last line, too.
  if (rows.length > 1 && rows.at(-1)?.join("") === "") rows.pop();
  return rows;
}

/**
 * Plans which cells to write: from the selected cell down and to the right.
 * @param fields visible editable columns, from the one pasted into
 */
export function planPaste(
  rows: readonly ProductRow[],
  firstIndex: number,
  fields: readonly CellField[],
  pasted: readonly (readonly string[])[],
): PastePlan {
  let leftOutCount = 0;
  const cells = pasted.flatMap((texts, index) =>
    texts.flatMap((text, place) => {
      const row = rows[firstIndex + index];
      const field = fields[place];
      if (row === undefined || field === undefined) {
        leftOutCount += 1;
        return [];
      }
      return [{ row, field, text, result: parseCell(row, field, text) }];
    }),
  );
  return { cells, leftOutCount };
}
