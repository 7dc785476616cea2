import { type CellField, parseCell } from "./cells.ts";
import type { ProductRow } from "./product-row.ts";
import type { CellEdit } from "./save-cells.ts";

/** A pasted cell with what it does; an invalid one is not written. */
export interface PastedCell {
  row: ProductRow;
  field: CellField;
  text: string;
  result: { kind: "edit"; edit: CellEdit } | { kind: "same" } | { kind: "invalid"; message: string };
}

export interface PastePlan {
  cells: readonly PastedCell[];
  /** Cells below the last row or right of the last column. */
  leftOutCount: number;
}

/** Reads the cells of a spreadsheet from the clipboard: rows by line, columns by tab; a quoted cell may have both. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]];
  // A cell in quotes, or a plain one, and the tab or line break after it.
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  // Spreadsheets end the last line, too.
  if (rows.length > 1 && rows.at(-1)?.join("") === "") rows.pop();
  return rows;
}

/**
 * Plans to write pasted cells from one cell on, down and to the right.
 * @param fields editable columns that are shown, from the first one pasted into
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
