import type { BrowserData } from "#app/platform/browser-data.ts";
import { type PublicConfig, showsSamples } from "#app/platform/public-config.ts";
import { readRow } from "#app/platform/reads.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { isOver } from "./store-notices.ts";
import {
  type StoreSettings,
  type StoreSettingsRow,
  storeSettingsColumns,
  storeSettingsFromRow,
  withoutSamples,
} from "./store-settings.ts";

type Tables = Pick<BrowserData["rest"], "from">;

/** Reads the row of the settings, for everyone who needs it. */
function selectStoreSettings(tables: Tables) {
  return tables.from("store_settings").select<string, StoreSettingsRow>(storeSettingsColumns()).single();
}

/** Returns the store's settings; without samples for a live store. @throws when they cannot be read */
export async function readStoreSettings(tables: Tables, shopMode: PublicConfig["shopMode"]): Promise<StoreSettings> {
  const record = storeSettingsFromRow(tableRows(await selectStoreSettings(tables)));
  const settings = isOver(record, new Date()) ? { ...record, bannerText: "", bannerUntil: null } : record;
  return showsSamples({ shopMode }) ? settings : withoutSamples(settings);
}

/** Returns the settings in the database, including sample data. */
export async function getStoreSettings({ rest }: BrowserData): Promise<StoreSettings> {
  const row = await readRow(["store-settings"], () => selectStoreSettings(rest));
  if (!row) throw new Error("The store has no settings.");
  return storeSettingsFromRow(row);
}
