import {
  type StoreSettings,
  type StoreSettingsRow,
  storeSettingsColumns,
  storeSettingsFromRow,
} from "#app/features/store/store-settings.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";

/** Returns the settings in the database, including sample data. */
export async function getStoreSettings(data: BrowserData): Promise<StoreSettings> {
  const row = await readWithRetries(["store-settings"], async () =>
    rowsOf(await data.rest.from("store_settings").select<string, StoreSettingsRow>(storeSettingsColumns()).single()),
  );
  if (!row) throw new Error("The store has no settings.");
  return storeSettingsFromRow(row);
}
