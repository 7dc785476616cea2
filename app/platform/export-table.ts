import { shopTimeOf } from "#app/values/shop-clock.ts";
import type { BrowserData } from "./browser-data.ts";
import { rowsOf } from "./reads.ts";
import { saveFile } from "./save-file.ts";

/** Logs an export before it starts. @throws when it cannot be logged; then nothing is exported */
export async function noteExport(data: BrowserData, subject: string): Promise<void> {
  rowsOf(await data.rest.rpc("log_export", { subject }));
}

/** Formats a time in the store's time zone for a spreadsheet: "2026-11-25 09:41". */
export function stampText(instant: string, timeZone: string): string {
  return shopTimeOf(new Date(instant), timeZone).replace("T", " ");
}

/** Downloads a file with its days in the name. */
export async function saveTable(
  name: string,
  { from, to }: { from: string; to: string },
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const { csvText } = await import("./csv.ts");
  saveFile(`${name}-${from === to ? from : `${from}-to-${to}`}.csv`, csvText(heads, rows));
}
