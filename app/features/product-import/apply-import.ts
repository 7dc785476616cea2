import { type CommandResult, commandResult } from "#app/features/orders/command-result.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/** Judges the rows once more, as the catalogue is now. */
export async function validateImport({ rest }: BrowserData, id: number): Promise<CommandResult> {
  return commandResult(await rest.rpc("validate_import", { import_id: id }));
}

/** Writes what was planned, all of it or nothing. */
export async function applyImport({ rest }: BrowserData, id: number): Promise<CommandResult> {
  return commandResult(await rest.rpc("apply_import", { import_id: id }));
}

/** Makes everything as it was, but for what was sold or changed since. */
export async function undoImport({ rest }: BrowserData, id: number): Promise<CommandResult> {
  return commandResult(await rest.rpc("undo_import", { import_id: id }));
}
