import type { BrowserData } from "#app/platform/browser-data.ts";
import { jsonOf, readWithRetries } from "#app/platform/reads.ts";
import { type Today, type TodayRow, todayFromRow } from "./today.ts";

/** Reads the figures of the Today page, for the owner and managers. */
export async function getToday({ rest }: BrowserData): Promise<Today> {
  const row = await readWithRetries(["today"], async () => jsonOf<TodayRow>(await rest.rpc("read_today")));
  return todayFromRow(row);
}
