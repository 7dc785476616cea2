import Papa from "papaparse";

/** What a spreadsheet would take for a formula; an amount below zero is none. */
const FORMULA = /^(?!-\d+(\.\d+)?$)'*[=+\-@\t\r]/;
const DEFUSED = /^'(?='*[=+\-@\t\r])/;

/** A table for spreadsheets (RFC 4180), with its heads. A text that begins like a formula gets a ' before it. */
export function csvText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return Papa.unparse({ fields: [...heads], data: rows.map((row) => [...row]) }, { escapeFormulae: FORMULA });
}

/**
 * The rows of a table as it was written by a spreadsheet, or copied from one: with commas, semicolons or tabs. The ' that
 * stands before what begins like a formula is gone, so that what was written by `csvText` is read as it was.
 */
export function readCsv(text: string): string[][] {
  // No text of the database holds a zero byte.
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, "").replaceAll("\0", ""));
  return data.map((row) => row.map((cell) => cell.replace(DEFUSED, "")));
}
