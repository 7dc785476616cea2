import Papa from "papaparse";

/** What a spreadsheet would take for a formula; an amount below zero is none. */
const FORMULA = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/;

/** A table for spreadsheets (RFC 4180), with its heads. A text that begins like a formula gets a ' before it. */
export function csvText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return Papa.unparse({ fields: [...heads], data: rows.map((row) => [...row]) }, { escapeFormulae: FORMULA });
}
