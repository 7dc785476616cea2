import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { type StoreSettings, storeSettingsFromRow } from "./store-settings.ts";
import { selectStoreSettings } from "./store-settings-queries.ts";

/** Returns the settings in the database, including sample data. */
export async function getStoreSettings({ rest }: BrowserData): Promise<StoreSettings> {
  const row = await readWithRetries(["store-settings"], async () => rowsOf(await selectStoreSettings(rest)));
  if (!row) throw new Error("The store has no settings.");
  return storeSettingsFromRow(row);
}
