import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf } from "#app/platform/reads.ts";
import { type Today, todayFromRow } from "./today.ts";

/** Reads the figures of the Today page, for the owner and managers. */
export async function getToday({ rest }: BrowserData): Promise<Today> {
  const row = await readWithRetries(["today"], async () => resultOf(await rest.rpc("read_today")));
  return todayFromRow(row);
}
