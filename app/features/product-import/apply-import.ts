import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";

/** Validates the rows again, against the current catalog. */
export async function validateImport({ rest }: BrowserData, id: number): Promise<void> {
  commandResult(await rest.rpc("validate_import", { import_id: id }));
}

/** Applies the planned changes, all or none. */
export async function applyImport({ rest }: BrowserData, id: number): Promise<void> {
  commandResult(await rest.rpc("apply_import", { import_id: id }));
}

/** Undoes an import, except for rows with a value that a sale or an edit has changed since. */
export async function undoImport({ rest }: BrowserData, id: number): Promise<void> {
  commandResult(await rest.rpc("undo_import", { import_id: id }));
}
