import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import type { ImportRow } from "./import-columns.ts";

/** Rows and characters per request. The data service accepts 1 MB, at two or more bytes per character. */
const ROWS_AT_ONCE = 250;
const CHARACTERS_AT_ONCE = 200_000;

/**
 * Sends rows to the database, which validates them without writing products.
 * @param onSent called with the number of rows so far
 * @returns the id of the import
 */
export async function createImport(
  { rest }: BrowserData,
  fileName: string,
  rows: readonly ImportRow[],
  onSent: (count: number) => void,
): Promise<number> {
  const id = commandResult(await rest.rpc("begin_import", { file_name: fileName }));
  let sent = 0;
  for (const chunk of chunksOf(rows)) {
    commandResult(await rest.rpc("stage_import_rows", { import_id: id, rows: chunk }));
    sent += chunk.length;
    onSent(sent);
  }
  commandResult(await rest.rpc("validate_import", { import_id: id }));
  return id;
}

function chunksOf(rows: readonly ImportRow[]) {
  const chunks: { place: number; row_number: number; cells: ImportRow["cells"] }[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const [index, { rowNumber, cells }] of rows.entries()) {
    const size = JSON.stringify(cells).length;
    if (characters + size > CHARACTERS_AT_ONCE || (chunks.at(-1)?.length ?? 0) === ROWS_AT_ONCE) {
      chunks.push([]);
      characters = 0;
    }
    characters += size;
    chunks.at(-1)?.push({ place: index + 1, row_number: rowNumber, cells });
  }
  return chunks;
}
