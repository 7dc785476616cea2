import { categories } from "#app/features/catalog/categories.ts";
import { CSV_COLUMNS, type CsvColumn } from "#app/features/catalog/product-fields.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { readCsv } from "#app/platform/csv.ts";
import type { ImportRow, TableLine } from "./import-columns.ts";
import { shopifyRows } from "./import-shopify.ts";
import { wooRows } from "./import-woo.ts";

export type ParsedImport =
  | { kind: "read"; from: string; rows: ImportRow[]; passedOver: string[] }
  | { kind: "rejected"; message: string };

/** Maximum number of rows that the database accepts. */
const MAX_ROWS = 5000;

/**
 * Parses a CSV file of this store, or an export of Shopify or WooCommerce, recognized by their headings.
 * @param textOfHtml converts a description to plain text
 */
export function parseImport(text: string, textOfHtml: (html: string) => string): ParsedImport {
  const csv = readCsv(text);
  if (csv.kind === "rejected") {
    return {
      kind: "rejected",
      message: t(
        'Row {rowNumber}: a quotation mark (") is not closed, or closes inside a cell. Fix this row, then try again.',
        { rowNumber: csv.rowNumber },
      ),
    };
  }
  const [first, ...others] = csv.rows;
  const heads = first?.cells.map((head) => head.trim().toLowerCase()) ?? [];
  const usedColumns = new Set<number>();
  const lines = others.map(({ rowNumber, cells }) => ({
    rowNumber,
    heads,
    cell: (...names: string[]) => {
      const index = heads.findIndex((head) => names.includes(head));
      usedColumns.add(index);
      return cells[index] ?? "";
    },
  }));
  const has = (...names: string[]) => names.every((name) => heads.includes(name));
  let read: { from: string; rows: ImportRow[] };
  if (has("title") && (has("handle", "variant price") || has("url handle", "option1 value"))) {
    read = { from: "Shopify", rows: shopifyRows(lines, textOfHtml) };
  } else if (has("type", "name", "regular price")) {
    read = { from: "WooCommerce", rows: wooRows(lines, textOfHtml) };
  } else {
    const columns = heads.map((head) => head.replaceAll(/[\s-]+/g, "_"));
    if (!columns.includes("name") && !columns.includes("id")) {
      if (columns.some(isColumn)) return { kind: "rejected", message: missingName() };
      return {
        kind: "rejected",
        message: t(
          "The first row must name the columns, such as category, name, price. Download all products for an example.",
        ),
      };
    }
    const lengths = new Map(others.map(({ rowNumber, cells }) => [rowNumber, cells.length]));
    read = {
      from: t("this store"),
      rows: lines.map((line) => ownRow(line, columns, lengths.get(line.rowNumber) ?? 0)),
    };
  }
  if (read.rows.length === 0) return { kind: "rejected", message: t("The file has column headings but no products.") };
  if (read.rows.length > MAX_ROWS)
    return { kind: "rejected", message: t("The file has more than 5,000 rows. Split it into smaller files.") };
  const overfull = new Set(
    others.flatMap(({ rowNumber, cells }) => (isFilled(cells.slice(heads.length)) ? [rowNumber] : [])),
  );
  return {
    kind: "read",
    from: read.from,
    rows: read.rows.map((row) => checkedRow(row, overfull)),
    passedOver: heads.flatMap((head, index) => {
      if (usedColumns.has(index)) return [];
      if (head !== "") return [head];
      return others.some(({ cells }) => isFilled(cells.slice(index, index + 1)))
        ? [t("column {number}", { number: index + 1 })]
        : [];
    }),
  };
}

function missingName(): string {
  return t("The file has no column “name”, so nothing was read. Add it, or the column “id” to change products.");
}

function isFilled(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== "");
}

/** A row that is too short leaves the columns it does not reach unchanged. */
function ownRow({ rowNumber, heads, cell }: TableLine, columns: readonly string[], length: number): ImportRow {
  const known = columns.flatMap((column, index) =>
    isColumn(column) && columns.indexOf(column) === index && heads[index] !== undefined
      ? [{ column, text: cell(heads[index]), index }]
      : [],
  );
  return {
    rowNumber,
    cells: Object.fromEntries(known.filter(({ index }) => index < length).map(({ column, text }) => [column, text])),
  };
}

/** Rejects rows broken by a misplaced quotation mark or separator. The reasons are stored, so they are in English. */
function checkedRow(row: ImportRow, overfull: ReadonlySet<number>): ImportRow {
  const { category = "", name = "", size_label = "" } = row.cells;
  const problem = overfull.has(row.rowNumber)
    ? "The row has more cells than columns. Put quotation marks around cells that contain a separator."
    : /\n/.test([category, name, size_label].map((cell) => cell.trim()).join(" "))
      ? "The category, name, or size spans several lines. A quotation mark may be missing."
      : null;
  return problem === null ? row : { ...row, cells: { ...row.cells, problem } };
}

function isColumn(name: string): name is CsvColumn {
  return CSV_COLUMNS.some((column) => column === name);
}

/** Returns the categories of new products that the store does not have; "" for products without one. */
export function unknownCategories(rows: readonly ImportRow[]): string[] {
  const words = rows.flatMap(({ cells }) =>
    cells.category === undefined || (cells.id ?? "").trim() !== "" ? [] : [cells.category.trim()],
  );
  return [...new Set(words)].filter((word) => !isKnown(word.toLowerCase())).sort();
}

/** Returns the category with a title in the page's language. The database matches English titles only. */
function prefixOfTitle(word: string): string | undefined {
  if (currentLocale() === DEFAULT_LOCALE) return undefined;
  return categories.find(({ title }) => word.toLowerCase() === title().toLowerCase())?.prefix;
}

function isKnown(word: string): boolean {
  return categories.some(({ prefix, title }) => word === prefix || word === title().toLowerCase());
}

/**
 * Sets the category of each row.
 * @param chosen a category of the store for each unknown one; a row without one is rejected later
 */
export function withCategories(rows: readonly ImportRow[], chosen: ReadonlyMap<string, string>): readonly ImportRow[] {
  return rows.map((row) => {
    const typed = (row.cells.category ?? "").trim();
    const category = chosen.get(typed) || prefixOfTitle(typed);
    return category ? { ...row, cells: { ...row.cells, category } } : row;
  });
}

/** Returns the text of a file, or a message if it cannot be read as text. */
export async function textOfFile(file: Blob): Promise<{ text: string } | { problem: string }> {
  if (file.size > 10_000_000) return { problem: t("The file is larger than 10 MB. Split it into smaller files.") };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return { problem: t('This is a workbook. Save it as "CSV UTF-8 (Comma delimited)" first, or paste its rows.') };
  }
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return {
      problem: t(
        'This file is not UTF-8, so letters such as é or ñ would be lost. Save it as "CSV UTF-8", or paste its rows.',
      ),
    };
  }
}
