import Papa from "papaparse";

/** Characters that start a formula in a spreadsheet, including their full-width forms. */
const SIGNS = "=+\\-@＝＋－＠";
/** Positions where a cell may start, also in programs that split at other separators. */
const CELL_STARTS = `(^(?='*[${SIGNS}\\t\\r\\n])|[\\n\\r;\\t](?='*[${SIGNS}]))`;
const FORMULA = new RegExp(CELL_STARTS, "g");
const GUARDED = new RegExp(CELL_STARTS.replaceAll("(?=", "'(?="), "g");
const NEGATIVE = /^-\d+(\.\d+)?$/;

/**
 * Returns a CSV file (RFC 4180, with a byte order mark, so that Excel reads it as UTF-8). Cells that would be formulas
 * get the prefix '.
 */
export function csvText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const guarded = (cells: readonly string[]) =>
    cells.map((cell) => (NEGATIVE.test(cell) ? cell : cell.replaceAll(FORMULA, "$1'")));
  return `\uFEFF${Papa.unparse({ fields: guarded(heads), data: rows.map(guarded) })}`;
}

/** `rowNumber` is that of a spreadsheet; the first row of the file is 1. */
export type ReadCsv =
  | { kind: "read"; rows: { rowNumber: number; cells: string[] }[] }
  | { kind: "rejected"; rowNumber: number };

/**
 * Parses a CSV file, or rows copied from a spreadsheet, separated by commas, semicolons, or tabs. Skips empty rows, and
 * removes the prefixes that `csvText` adds. Rejects quotes that are not closed, or closed in the middle of a cell,
 * because they would swallow rows; rows with tabs are then parsed without quotes if each has as many cells as the
 * first.
 */
export function readCsv(text: string): ReadCsv {
  // PostgreSQL cannot store zero bytes in text. Line breaks are normalized, except in quotes, where they belong to the
  // cell.
  const plain = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\0", "")
    .replaceAll(/"[^"]*"|\r\n?/g, (found) => (found.startsWith('"') ? found : "\n"));
  const [hint, named] = /^"?sep=([^\n])"?\s*?(?:\n|$)/i.exec(plain) ?? [];
  const body = plain.slice(hint?.length ?? 0);
  const delimiter = named ?? delimiterOf(body);
  const { data, errors } = Papa.parse<string[]>(body, { delimiter, newline: "\n" });
  const rows = rowsOf(data);
  const [error] = errors;
  let broken = error && (error.row ?? 0) + 1;
  if (delimiter === "\t") {
    const width = rows[0]?.cells.length ?? 0;
    // A spreadsheet cell cannot contain a tab.
    broken ??= rows.find(({ cells }) => cells.length > width || cells.some((cell) => cell.includes("\t")))?.rowNumber;
    const unquoted = rowsOf(body.split("\n").map((line) => line.split("\t")));
    if (broken !== undefined && unquoted.every(({ cells }) => cells.length === unquoted[0]?.cells.length)) {
      return { kind: "read", rows: unquoted };
    }
  }
  return broken === undefined ? { kind: "read", rows } : { kind: "rejected", rowNumber: broken };
}

/** Returns the separator that splits the first non-empty row into the most cells. */
function delimiterOf(text: string): string {
  const first = /^.*\S.*$/m.exec(text)?.[0] ?? "";
  const count = (delimiter: string) => Papa.parse<string[]>(first, { delimiter }).data[0]?.length ?? 0;
  return ["\t", ";"].reduce((best, each) => (count(each) > count(best) ? each : best), ",");
}

function rowsOf(data: readonly string[][]) {
  return data.flatMap((cells, index) =>
    cells.some((cell) => cell.trim() !== "")
      ? [{ rowNumber: index + 1, cells: cells.map((cell) => cell.replace(/\r$/, "").replaceAll(GUARDED, unguarded)) }]
      : [],
  );
}

/** Removes the prefix from a match of GUARDED, and keeps the separator. */
function unguarded(found: string): string {
  return found.slice(0, -1);
}
