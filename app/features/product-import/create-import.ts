import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import type { ImportRow } from "./import-columns.ts";

export type CreatedImport = { kind: "begun"; id: number } | { kind: "rejected"; message: string };

/** Rows and characters per request. The data service accepts 1 MB, at two or more bytes per character. */
const ROWS_AT_ONCE = 250;
const CHARACTERS_AT_ONCE = 200_000;

/**
 * Sends rows to the database, which validates them without writing products.
 * @param onSent called with the number of rows so far
 */
export async function createImport(
  { rest }: BrowserData,
  fileName: string,
  rows: readonly ImportRow[],
  onSent: (count: number) => void,
): Promise<CreatedImport> {
  const started = await rest.rpc("begin_import", { file_name: fileName });
  const result = commandResult(started);
  const id = started.data;
  if (result.kind === "rejected" || id === null) return rejectionOf(result);
  let sent = 0;
  for (const chunk of chunksOf(rows)) {
    const staged = commandResult(await rest.rpc("stage_import_rows", { import_id: id, rows: chunk }));
    if (staged.kind === "rejected") return rejectionOf(staged);
    sent += chunk.length;
    onSent(sent);
  }
  const planned = commandResult(await rest.rpc("validate_import", { import_id: id }));
  return planned.kind === "rejected" ? rejectionOf(planned) : { kind: "begun", id };
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

function rejectionOf(result: CommandResult): CreatedImport {
  return { kind: "rejected", message: result.kind === "rejected" ? result.message : t("The import did not start.") };
}
